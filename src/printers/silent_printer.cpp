#include "binlogdump/printer.h"

namespace binlogdump {

namespace {

class SilentPrinter : public Printer {
 public:
  void begin_file(const std::string&, const LogSource&) override {}
  void end_file(bool) override {}
  void print(const EventView&, DecodeContext&) override {}
  void print_damaged(const EventView&, DecodeContext&, const DecodeError&) override {}
  void print_fault(std::uint64_t, std::uint64_t, const std::string&) override {}
  void begin_payload(const EventView&, const TransactionPayloadEvent&, const EventView*, DecodeContext&) override {}
  void end_payload() override {}
};

}  // namespace

std::unique_ptr<Printer> make_silent_printer(TextBuffer&, const PrintOptions&, PrinterMessages) {
  return std::make_unique<SilentPrinter>();
}

}  // namespace binlogdump

#include <stdexcept>

#include "binlogdump/printer.h"

namespace binlogdump {

std::unique_ptr<Printer> make_hex_printer(TextBuffer&, const PrintOptions&, PrinterMessages) {
  throw std::logic_error("to come");
}

std::unique_ptr<Printer> make_coverage_printer(TextBuffer&, const PrintOptions&, PrinterMessages) {
  throw std::logic_error("to come");
}

}  // namespace binlogdump

#pragma once

#include <cstddef>
#include <vector>

namespace binlogdump {

/// Which rows of a row event are shown, by index from 0. An UPDATE's two images are one row.
class RowSelection {
 public:
  void clear() { selected_.clear(); }
  /// For the next row.
  void append(bool selected) { selected_.push_back(selected); }
  /// Rows that were not asked about are shown: those behind a fault.
  bool contains(std::size_t row) const { return row >= selected_.size() || selected_[row]; }

 private:
  std::vector<bool> selected_;
};

}  // namespace binlogdump

#pragma once

#include <algorithm>
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

  /// Of the rows that were asked about.
  std::size_t size() const { return selected_.size(); }
  std::size_t count() const { return static_cast<std::size_t>(std::count(selected_.begin(), selected_.end(), true)); }

 private:
  std::vector<bool> selected_;
};

}  // namespace binlogdump

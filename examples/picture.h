/// @file
/// A picture of 8-bit colors in memory, and as a PNG file, by libpng.
#ifndef MILLIAMP_EXAMPLES_PICTURE_H
#define MILLIAMP_EXAMPLES_PICTURE_H

#include <png.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

/// Rows from top to bottom, without gaps; a pixel is four bytes: red, green, blue and alpha.
struct picture {
  int width;
  int height;
  std::vector<unsigned char> pixels;

  picture(int width, int height)
      : width(width), height(height), pixels(4u * static_cast<unsigned>(width * height)) {}

  /// The bytes of all pixels.
  unsigned int size() const { return static_cast<unsigned int>(pixels.size()); }
  unsigned char* pixel(int row, int column) { return &pixels[4u * unsigned(row * width + column)]; }
};

/// @throws std::runtime_error for a file that cannot be read or is no PNG file
inline picture read_png(const std::string& path) {
  png_image file;
  std::memset(&file, 0, sizeof file);
  file.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&file, path.c_str()) == 0) {
    throw std::runtime_error(path + ": " + file.message);
  }
  file.format = PNG_FORMAT_RGBA;
  picture result(static_cast<int>(file.width), static_cast<int>(file.height));
  if (png_image_finish_read(&file, nullptr, result.pixels.data(), 0, nullptr) == 0) {
    throw std::runtime_error(path + ": " + file.message);
  }
  return result;
}

/// @throws std::runtime_error for a file that cannot be written
inline void write_png(const std::string& path, const picture& source) {
  png_image file;
  std::memset(&file, 0, sizeof file);
  file.version = PNG_IMAGE_VERSION;
  file.format = PNG_FORMAT_RGBA;
  file.width = static_cast<png_uint_32>(source.width);
  file.height = static_cast<png_uint_32>(source.height);
  if (png_image_write_to_file(&file, path.c_str(), 0, source.pixels.data(), 0, nullptr) == 0) {
    throw std::runtime_error(path + ": " + file.message);
  }
}

#endif

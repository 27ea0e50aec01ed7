//! Turns SVG into PNG.

use resvg::{tiny_skia, usvg};
use thiserror::Error;

/// The maximum width and height of a PNG in pixels.
pub const MAX_SIDE: u32 = 8_192;

/// Why an SVG drawing cannot be turned into a PNG.
#[derive(Debug, Error)]
pub enum PngError {
    /// The width is out of range.
    #[error("the width of a picture must be 16 to {MAX_SIDE} pixels, not {0}")]
    Width(u32),
    /// The SVG cannot be read or drawn.
    #[error("the drawing cannot be converted to PNG: {0}")]
    Drawing(String),
}

/// Turns an SVG drawing into a PNG that is `width` pixels wide. A PNG that would be more than
/// [`MAX_SIDE`] pixels high is scaled down to this height, and is then narrower than `width`.
///
/// # Errors
///
/// If the width is out of range, or if the text is not SVG or cannot be drawn.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if !(16..=MAX_SIDE).contains(&width) {
        return Err(PngError::Width(width));
    }
    let drawing_error = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
    let tree =
        usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| drawing_error(&e))?;
    let size = tree.size();
    let max_size = MAX_SIDE as f32;
    let scale = (width as f32 / size.width()).min(max_size / size.height());
    let to_pixels = |length: f32| (length * scale).round().clamp(1.0, max_size) as u32;
    let mut pixels = tiny_skia::Pixmap::new(to_pixels(size.width()), to_pixels(size.height()))
        .ok_or_else(|| PngError::Drawing("its size is 0".to_owned()))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| drawing_error(&e))
}

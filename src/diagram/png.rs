//! A drawing as pixels.

use resvg::{tiny_skia, usvg};
use thiserror::Error;

/// The widest and highest picture that is made.
pub const LARGEST: u32 = 8_192;

/// Why a drawing has not become pixels.
#[derive(Debug, Error)]
pub enum PngError {
    /// A picture cannot be so large or so small.
    #[error("a picture is 16 to {LARGEST} pixels wide, not {0}")]
    Width(u32),
    /// The drawing is broken.
    #[error("the drawing cannot be turned into pixels: {0}")]
    Drawing(String),
}

/// Turns an SVG drawing into a PNG of this width.
///
/// # Errors
///
/// When the width is out of bounds, or the drawing is none.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if !(16..=LARGEST).contains(&width) {
        return Err(PngError::Width(width));
    }
    let drawing = |error: &dyn std::fmt::Display| PngError::Drawing(error.to_string());
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| drawing(&e))?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round().clamp(1.0, LARGEST as f32) as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| PngError::Drawing("it has no size".to_owned()))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| drawing(&e))
}

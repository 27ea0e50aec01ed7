//! The versions of the format of self-play files.

/// The version of the format of a self-play file. A *frame* is a numbered block of bytes with
/// checksums ([`frames`](crate::files::frames)). *Siblings* are successors of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FileVersion {
    /// Without checksums, and without scores of siblings. The length of each game stands before the
    /// game.
    V1,
    /// With checksums, but without scores of siblings. Each game is a frame.
    V2,
    /// With checksums, and with scores of siblings. Each game is a frame.
    V3,
}

impl FileVersion {
    /// All versions.
    const ALL: [Self; 3] = [Self::V1, Self::V2, Self::V3];

    /// The version in which files are written.
    pub(super) const PRESENT: Self = Self::V3;

    /// The first line of a file of this version.
    pub(super) const fn header(self) -> &'static str {
        match self {
            Self::V1 => "reviver self-play 1\n",
            Self::V2 => "reviver self-play 2\n",
            Self::V3 => "reviver self-play 3\n",
        }
    }

    /// The version of a file with these bytes; `None` if it is not a self-play file.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let mut versions = Self::ALL.into_iter();
        versions.find(|version| bytes.starts_with(version.header().as_bytes()))
    }
}

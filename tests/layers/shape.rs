//! The shape of every source file: its length, its functions with their parameters, and its imports
//! with a star.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// One file.
pub(crate) struct Shape {
    /// The path relative to the root of the project.
    pub(crate) path: PathBuf,
    /// The number of its lines.
    pub(crate) lines: usize,
    /// Its functions; none if it is not in Rust.
    pub(crate) functions: Vec<Function>,
    /// For each import with a star, its line and the module whose names it imports.
    pub(crate) globs: Vec<(usize, String)>,
}

/// One function.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) line: usize,
    /// The number of its lines.
    pub(crate) lines: usize,
    /// Its parameters without the receiver.
    pub(crate) parameters: Vec<Parameter>,
}

/// A parameter of a function.
pub(crate) struct Parameter {
    /// Its pattern; usually its name.
    pub(crate) pattern: String,
    /// Its type.
    pub(crate) of_type: String,
}

/// The files in these folders and their subfolders whose extension is in `extensions`, sorted by
/// path. Folders called `node_modules` are left out.
pub(crate) fn shapes(folders: &[&str], extensions: &[&str]) -> Vec<Shape> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in folders {
        list(&root.join(folder), &mut paths);
    }
    paths.sort();
    let shape = |path: &PathBuf| {
        let extension = path.extension()?.to_str()?;
        extensions
            .contains(&extension)
            .then(|| Shape::read(path, root))
    };
    paths.iter().filter_map(shape).collect()
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder that can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("node_modules") {
                list(&path, paths);
            }
        } else {
            paths.push(path);
        }
    }
}

impl Shape {
    fn read(path: &Path, root: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a text");
        let mut shape = Self {
            path: path
                .strip_prefix(root)
                .expect("a path in the project")
                .to_owned(),
            lines: text.lines().count(),
            functions: Vec::new(),
            globs: Vec::new(),
        };
        if path.extension().is_some_and(|extension| extension == "rs") {
            shape.scan(&tokens(text.parse().expect("Rust")));
        }
        shape
    }

    fn scan(&mut self, tokens: &[TokenTree]) {
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.scan(&self::tokens(group.stream())),
                TokenTree::Ident(word) if word == "fn" => {
                    self.functions.extend(Function::read(&tokens[at..]));
                }
                // `use<'a, T>` in a return type is not an import.
                TokenTree::Ident(word)
                    if word == "use"
                        && !tokens.get(at + 1).is_some_and(|next| is_punct(next, '<')) =>
                {
                    let end = tokens[at..].iter().position(|token| is_punct(token, ';'));
                    let tree = &tokens[at + 1..at + end.unwrap_or(1)];
                    self.add_globs(tree, "");
                }
                _ => {}
            }
        }
    }

    /// Adds each star in `tree`. `tree` is a whole import or a part of one, such as `b::*` in
    /// `a::{b::*, c}`. `above` is the path before `tree`: `a::` in this example.
    fn add_globs(&mut self, tree: &[TokenTree], above: &str) {
        let mut path = above.to_owned();
        for token in tree {
            match token {
                TokenTree::Ident(word) => path += &word.to_string(),
                TokenTree::Punct(punct) if punct.as_char() == ':' => path.push(':'),
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    let module = path.trim_end_matches(':').to_owned();
                    self.globs.push((token.span().start().line, module));
                }
                TokenTree::Group(group) => {
                    let inner = tokens(group.stream());
                    for part in inner.split(|token| is_punct(token, ',')) {
                        self.add_globs(part, &path);
                    }
                }
                _ => {}
            }
        }
    }
}

impl Function {
    /// The function whose definition starts with these tokens. `None` if no name follows `fn`, as
    /// in the type of a function pointer.
    fn read(tokens: &[TokenTree]) -> Option<Self> {
        let [_, TokenTree::Ident(name), rest @ ..] = tokens else {
            return None;
        };
        let is_list = |token: &TokenTree| delimiter(token) == Some(Delimiter::Parenthesis);
        let at = rest.iter().position(is_list)?;
        let TokenTree::Group(list) = &rest[at] else {
            return None;
        };
        let after = &rest[at + 1..];
        let ends =
            |token: &&TokenTree| is_punct(token, ';') || delimiter(token) == Some(Delimiter::Brace);
        let end = after.iter().find(ends).unwrap_or(&rest[at]);
        let line = name.span().start().line;
        Some(Self {
            name: name.to_string(),
            line,
            lines: end.span().end().line - line + 1,
            parameters: parameters(list),
        })
    }
}

fn tokens(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

fn delimiter(token: &TokenTree) -> Option<Delimiter> {
    match token {
        TokenTree::Group(group) => Some(group.delimiter()),
        _ => None,
    }
}

/// The parameters in the parentheses of a function, without the receiver.
fn parameters(list: &Group) -> Vec<Parameter> {
    let mut parts = vec![Vec::new()];
    // How many angle brackets are open.
    let mut depth = 0;
    let mut is_arrow = false;
    for token in tokens(list.stream()) {
        if is_punct(&token, '<') {
            depth += 1;
        } else if is_punct(&token, '>') && !is_arrow {
            depth -= 1;
        }
        is_arrow = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '-' && punct.spacing() == Spacing::Joint);
        if depth == 0 && is_punct(&token, ',') {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    let text = |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>().to_string();
    parts
        .iter()
        .filter_map(|part| {
            let colon = part.iter().position(|token| is_punct(token, ':'))?;
            let (pattern, of_type) = (text(&part[..colon]), text(&part[colon + 1..]));
            let is_receiver = pattern.split(' ').any(|word| word == "self");
            (!is_receiver).then_some(Parameter { pattern, of_type })
        })
        .collect()
}

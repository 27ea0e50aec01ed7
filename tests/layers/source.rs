//! Parses the source files of the crate for the tests of imports and names: modules, definitions,
//! imports, paths and words.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};

/// The names of a path without generic arguments: `crate`, `board`, `Square` for
/// `crate::board::Square`.
pub(crate) type Names = Vec<String>;

/// One file.
pub(crate) struct Source {
    /// The path relative to `src`.
    pub(crate) path: PathBuf,
    /// The path of the module of the file; empty for `lib.rs`.
    pub(crate) module: Names,
    /// The names of its submodules that have files of their own.
    pub(crate) children: BTreeSet<String>,
    /// The names of its test modules that have files of their own.
    test_modules: BTreeSet<String>,
    /// The names that it defines.
    pub(crate) defined: BTreeSet<String>,
    /// The names that it imports, with the paths that they stand for.
    pub(crate) imported: BTreeMap<String, Names>,
    /// The modules that it imports with a star, such as `crate::board` in `use crate::board::*`,
    /// with the lines of these imports.
    pub(crate) globs: Vec<(usize, Names)>,
    /// The paths that it mentions, with their lines, except those in `reexported`.
    pub(crate) mentioned: Vec<(usize, Names)>,
    /// The paths that it re-exports, with their lines. Also contains all of `globs`, re-exported or
    /// not.
    pub(crate) reexported: Vec<(usize, Names)>,
    /// The words of its code, with their lines: the identifiers and literals outside attributes
    /// and outside items for tests.
    pub(crate) words: Vec<(usize, String)>,
}

/// The folder of the sources.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files of the library except the files of test modules, sorted by path.
pub(crate) fn sources() -> Vec<Source> {
    let mut files = Vec::new();
    list(&root(), &mut files);
    files.sort();
    let program = root().join("main.rs");
    files.retain(|file| *file != program);
    let mut sources: Vec<Source> = files.iter().map(|file| read(file)).collect();
    let tests: BTreeSet<Names> = sources.iter().flat_map(Source::tests).collect();
    sources.retain(|source| !tests.contains(&source.module));
    let modules: Vec<Names> = sources.iter().map(|source| source.module.clone()).collect();
    for module in modules {
        let Some((name, parent)) = module.split_last() else {
            continue;
        };
        let parent = sources.iter_mut().find(|source| source.module == parent);
        let parent = parent.unwrap_or_else(|| panic!("{module:?} has no parent"));
        parent.children.insert(name.clone());
    }
    sources
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn read(file: &Path) -> Source {
    let text = fs::read_to_string(file).expect("a source file");
    let path = file.strip_prefix(root()).expect("a file below src");
    let mut module: Names = path
        .with_extension("")
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    module.pop_if(|last| last == "mod" || last == "lib");
    let mut source = Source {
        path: path.to_owned(),
        module,
        children: BTreeSet::new(),
        test_modules: BTreeSet::new(),
        defined: BTreeSet::new(),
        imported: BTreeMap::new(),
        globs: Vec::new(),
        mentioned: Vec::new(),
        reexported: Vec::new(),
        words: Vec::new(),
    };
    let tokens: TokenStream = text.parse().expect("Rust");
    source.scan(&tokens.into_iter().collect::<Vec<_>>(), true);
    source
}

/// An identifier, without the prefix `r#`.
fn name(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(name(ident)),
        _ => None,
    }
}

fn is_punct(token: Option<&TokenTree>, wanted: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// Whether `::` starts at this index.
fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    let joint = matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Joint);
    joint && is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}

/// Whether an item ends with this token.
fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    }
}

/// Whether `#[cfg(test)]` or `#[cfg(all(test, ...))]` starts at this index.
fn is_for_tests(tokens: &[TokenTree], at: usize) -> bool {
    let group = match tokens.get(at + 1) {
        Some(TokenTree::Group(group)) => group.stream().to_string(),
        _ => return false,
    };
    let group = group.replace(' ', "");
    is_punct(tokens.get(at), '#') && (group == "cfg(test)" || group.starts_with("cfg(all(test,"))
}

/// Whether tokens end with `pub` or `pub(...)`.
fn follows_visibility(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Ident(ident)] => ident == "pub",
        [.., TokenTree::Ident(ident), TokenTree::Group(_)] => ident == "pub",
        _ => false,
    }
}

impl Source {
    /// The paths of the modules in `test_modules`.
    fn tests(&self) -> Vec<Names> {
        let below = |name: &String| self.module.iter().chain([name]).cloned().collect();
        self.test_modules.iter().map(below).collect()
    }

    /// Reads tokens. `top` is true at the top level of the file. Elsewhere only macros are added to
    /// `defined`: other definitions there cannot be imported.
    fn scan(&mut self, tokens: &[TokenTree], top: bool) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if is_for_tests(tokens, at) {
                // Items for tests are skipped: they may use any name.
                let end = (at + 2..tokens.len())
                    .find(|&end| ends_item(&tokens[end]))
                    .expect("the end of an item");
                if is_punct(tokens.get(end), ';')
                    && word(tokens.get(end - 2)).as_deref() == Some("mod")
                {
                    self.test_modules.extend(word(tokens.get(end - 1)));
                }
                at = end + 1;
                continue;
            }
            self.note_word(token);
            match token {
                // Attributes are skipped: documentation and help texts may use any name.
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    at += 1 + usize::from(is_punct(tokens.get(at + 1), '!'));
                }
                TokenTree::Ident(ident) if ident == "use" && !is_punct(tokens.get(at + 1), '<') => {
                    let end = (at..tokens.len())
                        .find(|&end| is_punct(tokens.get(end), ';'))
                        .expect("the end of an import");
                    let is_reexport = at > 0 && follows_visibility(&tokens[..at]);
                    self.import(&tokens[at + 1..end], &[], is_reexport);
                    at = end;
                }
                TokenTree::Ident(_) => at = self.path(tokens, at, top),
                TokenTree::Group(group) => {
                    self.scan(&group.stream().into_iter().collect::<Vec<_>>(), false);
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn note_word(&mut self, token: &TokenTree) {
        let text = match token {
            TokenTree::Ident(ident) => name(ident),
            TokenTree::Literal(literal) => literal.to_string(),
            TokenTree::Group(_) | TokenTree::Punct(_) => return,
        };
        self.words.push((token.span().start().line, text));
    }

    /// Reads the word or path at this index, and returns the index of its last token. At the
    /// top level, the name after a keyword such as `struct` is added to the definitions.
    fn path(&mut self, tokens: &[TokenTree], at: usize, top: bool) -> usize {
        const DEFINING: [&str; 8] = [
            "struct", "enum", "trait", "union", "fn", "type", "const", "static",
        ];
        let first = word(tokens.get(at)).expect("a word");
        let line = tokens[at].span().start().line;
        if top && DEFINING.contains(&first.as_str()) {
            self.defined.extend(word(tokens.get(at + 1)));
        }
        if first == "macro_rules" {
            self.defined.extend(word(tokens.get(at + 2)));
        }
        let mut names = vec![first];
        let mut end = at;
        while is_separator(tokens, end + 1) {
            let Some(name) = word(tokens.get(end + 3)) else {
                break;
            };
            self.note_word(&tokens[end + 3]);
            names.push(name);
            end += 3;
        }
        let is_continued = at >= 2 && is_separator(tokens, at - 2);
        let is_field = at >= 1 && is_punct(tokens.get(at - 1), '.');
        if names.len() > 1 && !is_continued && !is_field {
            self.mentioned.push((line, names));
        }
        end
    }

    /// Reads `tree`: all tokens between `use` and `;`, or a part of them, such as `b` in
    /// `a::{b, c}`. `above` is the path before `tree`: `a` in this example.
    fn import(&mut self, tree: &[TokenTree], above: &[String], is_reexport: bool) {
        let mut path = above.to_vec();
        let mut alias = None;
        let mut line = 0;
        let mut tokens = tree.iter().peekable();
        while let Some(token) = tokens.next() {
            line = token.span().start().line;
            self.note_word(token);
            match token {
                TokenTree::Ident(ident) if ident == "as" => alias = word(tokens.next()),
                TokenTree::Ident(ident) => path.push(name(ident)),
                TokenTree::Punct(punct) if punct.as_char() == '*' => {
                    self.reexported.push((line, path.clone()));
                    self.globs.push((line, path));
                    return;
                }
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for part in inner.split(|token| is_punct(Some(token), ',')) {
                        if !part.is_empty() {
                            self.import(part, &path, is_reexport);
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        path.pop_if(|last| last == "self");
        let name = alias.or_else(|| path.last().cloned()).expect("a name");
        self.imported.insert(name, path.clone());
        if is_reexport {
            self.reexported.push((line, path));
        } else {
            self.mentioned.push((line, path));
        }
    }
}

/// Finds the files to which paths lead. A file is given as its index in `sources`.
pub(crate) struct Modules<'a> {
    sources: &'a [Source],
    /// The file of each module.
    files: HashMap<&'a [String], usize>,
}

impl<'a> Modules<'a> {
    /// The modules of these files.
    pub(crate) fn of(sources: &'a [Source]) -> Self {
        let modules = sources.iter().map(|source| source.module.as_slice());
        Self {
            sources,
            files: modules.zip(0..).collect(),
        }
    }

    /// The file of a module.
    fn find(&self, module: &[String]) -> Option<usize> {
        self.files.get(module).copied()
    }

    /// The file that defines the first name after the modules of a path: `Square` in
    /// `crate::board::Square::new`. `from` is the file in which the path stands. `None` if all
    /// names of the path are modules, or if the crate does not define the name.
    pub(crate) fn definition(&self, from: usize, path: &[String]) -> Option<usize> {
        match self.resolve(from, path, 0)? {
            Resolved::Definition(file) => Some(file),
            Resolved::Module => None,
        }
    }

    /// The top-level module of a path in the file `from`. `None` if the path does not begin with
    /// `crate`, `self` or `super`, or if it stops at the crate root.
    pub(crate) fn top_level_module(&self, from: usize, path: &[String]) -> Option<String> {
        let source = &self.sources[from];
        match path.first()?.as_str() {
            "crate" => path.get(1).cloned(),
            "self" => source.module.first().cloned(),
            "super" => {
                let supers = path.iter().take_while(|name| *name == "super").count();
                let above = source.module.len().checked_sub(supers)?;
                let absolute = source.module[..above].iter().chain(&path[supers..]);
                absolute.into_iter().next().cloned()
            }
            _ => None,
        }
    }

    /// Follows a path in the file `from` through modules and imports. `depth` is the number of
    /// imports followed so far.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Resolved> {
        // Without this limit, circular imports would be followed for ever.
        if depth > 16 {
            return None;
        }
        let source = &self.sources[from];
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => self.find(&[])?,
            "self" => from,
            "super" => {
                let mut module = source.module.as_slice();
                module = &module[..module.len().checked_sub(1)?];
                while let Some((next, after)) = rest.split_first()
                    && next == "super"
                {
                    module = &module[..module.len().checked_sub(1)?];
                    rest = after;
                }
                self.find(module)?
            }
            _ => {
                rest = path;
                from
            }
        };
        while let Some((name, after)) = rest.split_first() {
            let source = &self.sources[at];
            if source.children.contains(name) {
                let module: Names = source.module.iter().chain([name]).cloned().collect();
                at = self.find(&module)?;
                rest = after;
                continue;
            }
            if source.defined.contains(name) {
                return Some(Resolved::Definition(at));
            }
            if let Some(target) = source.imported.get(name) {
                if target == path && at == from {
                    return None;
                }
                let onward: Names = target.iter().chain(after).cloned().collect();
                return self.resolve(at, &onward, depth + 1);
            }
            let globs = source.globs.iter();
            let found = globs
                .map(|(_, glob)| glob.iter().chain(rest).cloned().collect::<Names>())
                .find_map(|onward| self.resolve(at, &onward, depth + 1));
            // A macro call may define `name`, and `defined` lacks such names. So if modules stand
            // before `name`, as in `board::name`, the last of them counts as defining `name`.
            let here = (at != from || path.len() != rest.len()).then_some(Resolved::Definition(at));
            return found.or(here);
        }
        Some(Resolved::Module)
    }
}

/// Where a path leads.
enum Resolved {
    /// To a definition in this file.
    Definition(usize),
    /// To a module.
    Module,
}

// A game with its variations, as a tree. Each node has a turn, the native notation of this turn
// (`words`) and a comment.

function nodeOf(turn, parent) {
  return { turn, parent, children: [], comment: "", words: null };
}

export class Tree {
  constructor(turns = []) {
    this.root = nodeOf(null, null);
    this.current = this.root;
    for (const turn of turns) this.play(turn);
  }

  // Plays a turn after the present node. If the tree already has this turn there, adds no node.
  play(turn) {
    let next = this.current.children.find((child) => child.turn === turn);
    if (!next) {
      next = nodeOf(turn, this.current);
      this.current.children.push(next);
    }
    this.current = next;
    return next;
  }

  // The turns that lead to a node.
  line(node = this.current) {
    return this.path(node).slice(1).map(({ turn }) => turn);
  }

  // The nodes of the main line, the root first.
  mainLine() {
    const nodes = [this.root];
    while (nodes.at(-1).children.length > 0) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  // The nodes that lead to a node, the root first.
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at; at = at.parent) nodes.unshift(at);
    return nodes;
  }

  // The nodes from the root through the present node, and then always through the first child.
  presentLine() {
    const nodes = this.path();
    while (nodes.at(-1).children.length > 0) nodes.push(nodes.at(-1).children[0]);
    return nodes;
  }

  back() {
    if (!this.current.parent) return false;
    this.current = this.current.parent;
    return true;
  }

  forward() {
    if (this.current.children.length === 0) return false;
    [this.current] = this.current.children;
    return true;
  }

  toStart() {
    this.current = this.root;
  }

  toEnd() {
    while (this.forward());
  }

  // Removes a node, by default the present one, and all nodes after it.
  remove(node = this.current) {
    if (!node.parent) return;
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    this.current = parent;
  }

  // Puts a node, and all nodes that lead to it, on the main line.
  promote(node = this.current) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
  }

  depth(node = this.current) {
    return this.line(node).length;
  }

  // The node to which these turns lead, or nothing.
  find(turns) {
    return turns.reduce((node, turn) => node?.children.find((child) => child.turn === turn), this.root) ?? null;
  }

  // The first turns of a line, as far as the tree has them.
  known(turns) {
    const length = turns.findIndex((_, ply) => !this.find(turns.slice(0, ply + 1)));
    return length < 0 ? turns : turns.slice(0, length);
  }

  // The tree in the form of the server's records: the main line, and a list of all other turns. The start position
  // has number 0. Then the turns of the main line are numbered, then those of the list. Each turn of the list has
  // in `after` the number of the turn before it.
  record() {
    const nodes = this.mainLine();
    const main = new Set(nodes);
    const variations = [];
    for (const [after, { children }] of nodes.entries()) {
      for (const child of children) {
        if (main.has(child)) continue;
        nodes.push(child);
        variations.push({ after, turn: child.turn, comment: child.comment });
      }
    }
    const turns = [...main].slice(1);
    return { turns: turns.map(({ turn }) => turn), comments: turns.map(({ comment }) => comment), preface: this.root.comment, variations };
  }

  static ofRecord({ turns, comments, preface, variations }) {
    const tree = new Tree(turns);
    const nodes = tree.mainLine();
    for (const [index, node] of nodes.entries()) node.comment = index ? comments[index - 1] : preface;
    for (const { after, turn, comment } of variations) {
      const node = Object.assign(nodeOf(turn, nodes[after]), { comment });
      nodes[after].children.push(node);
      nodes.push(node);
    }
    return tree;
  }

  // The nodes without children.
  leaves(node = this.root) {
    return node.children.length ? node.children.flatMap((child) => this.leaves(child)) : [node];
  }

  // The tree as plain data, to be stored.
  data({ turn, comment, words, children } = this.root) {
    return { turn, comment, words, children: children.map((child) => this.data(child)) };
  }

  static of(data) {
    const tree = new Tree();
    const build = ({ turn, comment, words, children }, parent) => {
      const node = Object.assign(nodeOf(turn, parent), { comment: comment ?? "", words: words ?? null });
      node.children = children.map((child) => build(child, node));
      return node;
    };
    tree.root = build(data, null);
    tree.current = tree.root;
    return tree;
  }
}

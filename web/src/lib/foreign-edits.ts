/**
 * Translators, dictionaries and other extensions wrap, split, merge and replace the text nodes of a page. React refers to its
 * own nodes, so that its next change would throw (`removeChild`, `insertBefore`) or set a text that is not on the page.
 *
 * An observer records which foreign nodes stand in for a text node of React's. Before React changes that text, it takes its
 * place again; all others stay as they are. A translator sees the text as a new one and translates it.
 */
const nodes = Node.prototype;
const native = { removeChild: nodes.removeChild, insertBefore: nodes.insertBefore };
const nodeValue = Object.getOwnPropertyDescriptor(nodes, 'nodeValue') as Required<PropertyDescriptor>;

/** The foreign nodes that stand in for a text, or were split off it. */
const pieces = new WeakMap<Node, Set<ChildNode>>();
/** The text that a foreign node stands in for. */
const ownerOf = new WeakMap<Node, Text>();
/** Texts that were merged into the one before them. */
const merged = new WeakMap<Node, Set<Text>>();
/** Where a text was before it was removed. */
const removals = new WeakMap<Node, MutationRecord>();
/** The value of a text before somebody else changed it. */
const values = new WeakMap<Node, string | null>();

/** React keeps a property of this name on each node that it has made or hydrated. */
const isReacts = (node: Node | null): node is ChildNode =>
  node !== null && Object.keys(node).some((key) => key.startsWith('__reactFiber$'));
const isReactsText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE && isReacts(node);
const isForeign = (node: Node | null): node is ChildNode =>
  node !== null && node.nodeType !== Node.COMMENT_NODE && !isReacts(node);
const holdsReacts = (node: Node): boolean => isReacts(node) || [...node.childNodes].some(holdsReacts);
/** The text of React's that a node is or stands in for. */
const textOf = (node: Node | null): Text | undefined =>
  isReactsText(node) ? node : node === null ? undefined : ownerOf.get(node);

const observer = new MutationObserver(recordEdits);

function recordEdits(edits: readonly MutationRecord[]): void {
  for (const edit of edits) {
    if (edit.type === 'characterData') {
      if (isReactsText(edit.target) && !values.has(edit.target)) values.set(edit.target, edit.oldValue);
      continue;
    }
    const [removed, added] = [[...edit.removedNodes], [...edit.addedNodes]];
    const text = removed.map(textOf).find((one) => one !== undefined) ?? textBeside(edit);
    if (text !== undefined) claim(text, added.filter(isForeign));
    for (const one of removed.filter(isReactsText)) recordRemoval(one, edit);
    // Put back by others, or moved by React.
    for (const one of added.filter(isReactsText)) dropPieces(one);
  }
}

/** The text that nodes were added for: the one that is gone meanwhile, else the one before them. Where both are gone the removals show it. */
function textBeside({ target, previousSibling, nextSibling }: MutationRecord): Text | undefined {
  const isGone = (node: Node | null): node is Text => isReactsText(node) && node.parentNode !== target;
  if (!isGone(nextSibling)) return textOf(previousSibling);
  return isGone(previousSibling) ? undefined : nextSibling;
}

function claim(text: Text, foreign: readonly ChildNode[]): void {
  if (foreign.length === 0) return;
  const own = pieces.get(text) ?? new Set();
  pieces.set(text, own);
  for (const node of foreign) {
    pieces.get(ownerOf.get(node) ?? text)?.delete(node);
    ownerOf.set(node, text);
    own.add(node);
  }
}

function recordRemoval(text: Text, edit: MutationRecord): void {
  removals.set(text, edit);
  const { target, previousSibling, nextSibling } = edit;
  if (text.parentNode === target || pieces.get(text)?.size) return;
  if (isReactsText(previousSibling) && previousSibling.data.includes(text.data) && values.has(previousSibling)) {
    merged.set(previousSibling, (merged.get(previousSibling) ?? new Set()).add(text));
    return;
  }
  // Added earlier, when it was not yet to be seen what for.
  const isFree = (node: Node | null): node is ChildNode => {
    const owner = node === null ? undefined : ownerOf.get(node);
    return isForeign(node) && (owner === undefined || owner.parentNode === target);
  };
  claim(text, [previousSibling, nextSibling].filter(isFree).slice(0, 1));
}

/** Removes what stands in for a text; not what holds it, or other nodes of React's. */
function dropPieces(text: Node): void {
  const own = pieces.get(text);
  for (const piece of own ?? []) {
    if (holdsReacts(piece)) continue;
    piece.remove();
    own?.delete(piece);
  }
}

/** Undoes what others have done to a text: its place, its value, and what they have put beside it. */
function undoEdits(text: Text): void {
  recordEdits(observer.takeRecords());
  const edit = removals.get(text);
  const before = edit?.previousSibling ?? null;
  if (before !== null && merged.get(before)?.has(text)) undoEdits(before as Text);
  if (edit !== undefined && !edit.target.contains(text)) putBack(text, edit);
  dropPieces(text);
  const value = values.get(text);
  if (values.delete(text)) nodeValue.set?.call(text, value);
  for (const one of [...(merged.get(text) ?? [])].reverse()) text.after(one);
  merged.delete(text);
  // Our own changes are not to be recorded.
  observer.takeRecords();
}

function putBack(text: Text, { target, previousSibling, nextSibling }: MutationRecord): void {
  const isHere = (node: ChildNode | Node | null): node is ChildNode => node?.parentNode === target;
  const standIn = [...(pieces.get(text) ?? []), nextSibling].find(isHere);
  if (standIn !== undefined) standIn.before(text);
  else if (isHere(previousSibling)) previousSibling.after(text);
  else target.appendChild(text);
}

/** The child of an element that is or holds a node; null where it does not hold it. */
function childHolding(parent: Node, node: Node): Node | null {
  let child: Node | null = node;
  while (child !== null && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/** Lets React change a page that others change, too. To be called once, before anything is rendered. */
export function allowForeignEdits(): void {
  observer.observe(document, { childList: true, subtree: true, characterData: true, characterDataOldValue: true });

  nodes.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (isReactsText(child)) undoEdits(child);
    const parent = child.parentNode !== this && isReacts(child) ? child.parentNode : this;
    if (parent !== null) native.removeChild.call(parent, child);
    // What held the text.
    dropPieces(child);
    return child;
  };
  nodes.insertBefore = function <T extends Node>(this: Node, child: T, next: Node | null): T {
    if (isReactsText(child)) undoEdits(child);
    if (next === null || next.parentNode === this || !isReacts(next))
      return native.insertBefore.call(this, child, next) as T;
    if (isReactsText(next)) undoEdits(next);
    return native.insertBefore.call(this, child, childHolding(this, next)) as T;
  };
  Object.defineProperty(nodes, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      const isReactsOwn = isReactsText(this);
      if (isReactsOwn) undoEdits(this);
      nodeValue.set?.call(this, value);
      if (isReactsOwn) observer.takeRecords();
    },
  });
}

import { useState } from 'react';
import classes from './post.module.css';
import type { Entity } from './preview.types.js';

interface Fold {
  /** Lines that are shown before it. */
  lines: number;
  /** Characters of a line, about. */
  perLine: number;
  label: string;
}

interface RichTextProps {
  text: string;
  entities: readonly Entity[];
  fold?: Fold | undefined;
  /** Characters of a link that are shown, without its scheme; absent: all. */
  shortLinks?: number | undefined;
}

/** A text with what can be opened in it, folded where the platform folds it. */
export function RichText({ text, entities, fold, shortLinks }: RichTextProps) {
  const [isOpen, setOpen] = useState(false);
  const end = fold ? endOfFold(text, entities, fold) : text.length;
  const isFolded = !isOpen && end < text.length;
  return (
    <span className={classes.text} dir="auto">
      {piecesOf(isFolded ? text.slice(0, end).trimEnd() : text, entities).map(({ start, content, entity }) =>
        entity ? (
          <span key={start} className={classes.entity} data-entity={entity.kind}>
            {entity.kind === 'LINK' ? shownLink(content, shortLinks) : (entity.shownAs ?? content)}
          </span>
        ) : (
          content
        ),
      )}
      {isFolded && fold && (
        <>
          {'… '}
          <button type="button" className={classes.more} onClick={() => setOpen(true)}>
            {fold.label}
          </button>
        </>
      )}
    </span>
  );
}

interface Piece {
  start: number;
  content: string;
  entity: Entity | null;
}

function piecesOf(text: string, entities: readonly Entity[]): Piece[] {
  const pieces: Piece[] = [];
  let rest = 0;
  for (const entity of entities) {
    if (entity.end > text.length) break;
    if (entity.start > rest) pieces.push({ start: rest, content: text.slice(rest, entity.start), entity: null });
    pieces.push({ start: entity.start, content: text.slice(entity.start, entity.end), entity });
    rest = entity.end;
  }
  return rest < text.length ? [...pieces, { start: rest, content: text.slice(rest), entity: null }] : pieces;
}

/** Where the fold is: at a space, and in no entity. */
function endOfFold(text: string, entities: readonly Entity[], { lines, perLine }: Fold): number {
  let left = lines;
  let end = 0;
  for (const line of text.split('\n')) {
    const needed = Math.max(1, Math.ceil(line.length / perLine));
    if (needed > left) {
      end += Math.max(0, left * perLine - 8);
      break;
    }
    left -= needed;
    end += line.length + 1;
  }
  if (end >= text.length) return text.length;
  const cut = entities.find((entity) => entity.start < end && end < entity.end)?.start ?? end;
  const space = text.lastIndexOf(' ', cut);
  return text[cut] === '\n' || cut - space > 20 || space <= 0 ? cut : space;
}

function shownLink(link: string, max: number | undefined): string {
  if (max === undefined) return link;
  const bare = link.replace(/^https?:\/\/(?:www\.)?/i, '');
  return bare.length > max ? `${bare.slice(0, max)}…` : bare;
}

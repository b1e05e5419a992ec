/** The place that is meant while something is dragged, drawn or moved by keys. Moves without React: 60 times a second. */
export interface GhostAt {
  readonly column: number;
  readonly start: number;
  readonly end: number;
}

export interface GhostLook {
  /** What stands in it and is read out. */
  readonly text: string;
  readonly note: string;
  /** Blocks that stand in its way. */
  readonly clashes: readonly string[];
}

export interface Ghost {
  show(at: GhostAt, look: GhostLook): void;
  /** The block whose old place is left standing. */
  leave(key: string | null): void;
  hide(): void;
}

/** `body` holds the columns and an element marked `data-ghost` with two lines. */
export function createGhost(body: HTMLElement, firstMinute: number): Ghost {
  const element = body.querySelector<HTMLElement>('[data-ghost]');
  const [line, note] = element?.children ?? [];
  let shown: readonly string[] = [];
  let left: string | null = null;

  const blocksOf = (key: string) => body.querySelectorAll<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  const mark = (keys: readonly string[], name: 'clash' | 'old', isOn: boolean) => {
    for (const key of keys) {
      for (const block of blocksOf(key)) block.toggleAttribute(`data-${name}`, isOn);
    }
  };
  const setClashes = (keys: readonly string[]) => {
    if (keys.join() === shown.join()) return;
    mark(shown, 'clash', false);
    mark(keys, 'clash', true);
    shown = keys;
  };

  return {
    show({ column, start, end }, look) {
      if (!element) return;
      const { style } = element;
      style.setProperty('--column', String(column));
      style.setProperty('--start', String(start - firstMinute));
      style.setProperty('--length', String(end - start));
      element.dataset.ghost = look.clashes.length > 0 ? 'clash' : 'free';
      if (line && line.textContent !== look.text) line.textContent = look.text;
      if (note && note.textContent !== look.note) note.textContent = look.note;
      setClashes(look.clashes);
    },
    leave(key) {
      if (left) mark([left], 'old', false);
      if (key) mark([key], 'old', true);
      left = key;
    },
    hide() {
      if (element) element.dataset.ghost = '';
      setClashes([]);
      this.leave(null);
    },
  };
}

import { type Fault, isCode, type SourceFile } from './tree.ts';

/** So many lines that stand twice are one thing that is written twice. */
const mostLines = 11;
/** Drawn by programs, or lists of data whose lines are like each other. */
const spared = /\.gen\.ts$|\/built-in\.ts$|\.test\.tsx?$|^src\/server\/testing\//;
/** Says nothing by itself: brackets, and the lines of an import. */
const silent = /^[\s)\]}({[;,>]*$|^import |^export \{|^\} from /;

interface Line {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** Where a run of 12 equal lines of product code stands a second time. Blank lines, brackets, imports do not count. */
export function findRepeats(files: readonly SourceFile[]): Fault[] {
  const seen = new Map<string, { file: string; line: number }>();
  const faults: Fault[] = [];
  for (const { path, text } of files) {
    if (!path.startsWith('src/') || !(isCode(path) || path.endsWith('.css')) || spared.test(path)) continue;
    const lines = speaking(text);
    let toldUntil = -1;
    for (let at = 0; at + mostLines < lines.length; at += 1) {
      const run = lines.slice(at, at + mostLines + 1);
      const key = run.map((line) => line.text).join('\n');
      const before = seen.get(key);
      const [first] = run;
      if (!first) continue;
      if (!before) seen.set(key, { file: path, line: first.line });
      else if (at > toldUntil) {
        faults.push({
          file: path,
          line: first.line,
          text: `stands in ${before.file}:${before.line} already`,
        });
        toldUntil = at + mostLines;
      }
    }
  }
  return faults;
}

/** What is said in a file, without the names of an import that takes several lines. */
function speaking(text: string): Line[] {
  let isImport = false;
  return text.split('\n').flatMap((whole, index) => {
    const said = whole.trim();
    if (/^(import|export) (type )?\{$/.test(said)) isImport = true;
    const counts = !isImport && !silent.test(said);
    if (said.startsWith('} from ')) isImport = false;
    return counts ? [{ text: said, line: index + 1 }] : [];
  });
}

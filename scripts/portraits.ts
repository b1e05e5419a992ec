import { mkdirSync, writeFileSync } from 'node:fs';
import { portraitFile, portraitSvg, portraitsOfEach, type Sitter } from '#server/demo/portraits/domain.ts';

// Draws the pictures of the demo's trainers anew: `node scripts/portraits.ts` after a change of how they are drawn.

const directory = new URL('../media/trainers/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const sitter of ['woman', 'man'] as const satisfies readonly Sitter[]) {
  for (let index = 0; index < portraitsOfEach; index += 1) {
    writeFileSync(new URL(portraitFile(sitter, index), directory), `${portraitSvg(sitter, index)}\n`);
  }
}

// npm run db:sync: writes what follows from the migrations (row types and the readable schema).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateFromMigrations, presentText } from './lib/generated.ts';
import { root } from './lib/run.ts';

for (const { file, text } of await generateFromMigrations()) {
  const isFresh = presentText(file) === text;
  if (!isFresh) writeFileSync(join(root, file), text);
  console.log(`${file} ${isFresh ? 'was fresh' : 'written'}`);
}

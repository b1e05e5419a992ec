/** Whether more than so many of these bytes stand in a file: one look over it, ended as soon as that is known. */
export function hasMoreThan(bytes: Uint8Array, letters: string, most: number): boolean {
  const counted = new Uint8Array(256);
  for (const letter of letters) counted[letter.charCodeAt(0)] = 1;
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    count += counted[bytes[index] ?? 0] ?? 0;
    if (count > most) return true;
  }
  return false;
}

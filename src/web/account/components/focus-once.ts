/** For a field of a form that opens where a button was: whoever pressed it goes on there. */
export function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}

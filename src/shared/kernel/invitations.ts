/** What goes with a mail about one registration. */
export interface Invitation {
  /** As mail programs know it: an entry that is made or changed, or one that is taken out. */
  readonly method: 'REQUEST' | 'CANCEL';
  readonly filename: string;
  readonly content: string;
}

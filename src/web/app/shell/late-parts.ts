/** What stands around a member's screens, apart: a visitor's first page does without. */
export const bringMemberParts = () => import('./member-parts.ts');

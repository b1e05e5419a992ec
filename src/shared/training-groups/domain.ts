import type { TrainingGroupMember } from './contract.ts';

/** Whether somebody counts as a member on a local date: until the contract ends, and without one for good. */
export function isActive(
  { contractEndDate }: Pick<TrainingGroupMember, 'contractEndDate'>,
  today: string,
): boolean {
  return contractEndDate === null || contractEndDate >= today;
}

export interface Contact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/**
 * Whom to turn to beside the member: the payer, where name, e-mail or phone differ from the member's; null where it is the
 * same person, or nobody else is known (specification point 2, training group detail).
 */
export function contactOf(member: TrainingGroupMember): Contact | null {
  const { payerName: name, payerEmail: email, payerPhone: phone } = member;
  const differs = (of: string, own: string) => of.trim() !== '' && plain(of) !== plain(own);
  const isOther =
    differs(name, `${member.firstName} ${member.lastName}`) ||
    differs(email, member.email) ||
    differs(phone, member.phone);
  return isOther ? { name, email, phone } : null;
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

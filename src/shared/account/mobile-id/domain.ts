/** For about how long a phone with Mobile-ID is asked for its PIN. */
export const mobileIdSeconds = 120;

/** What is typed before or beside a number, and in it. */
const separators = /[\s().\u2010-\u2015-]/g;

/**
 * A number that may have Mobile-ID, which Estonia and Lithuania have, as the service takes it: with its country, an Estonian one
 * also without. Undefined where it is none.
 */
export function readMobileIdNumber(typed: string): string | undefined {
  const number = typed.replaceAll(separators, '').replace(/^00/, '+');
  const whole = /^5\d{6,7}$/.test(number) ? `+372${number}` : number;
  return mobileIdNumber.test(whole) ? whole : undefined;
}

/** As the service takes it. */
export const mobileIdNumber = /^\+(372\d{7,8}|370\d{8})$/;
/** A personal code as both countries form it; whether it can be one is the form's to say, whether there is one the service's. */
export const mobileIdCode = /^[1-8]\d{10}$/;

/** The banks the service lists, in its order: code and name by country (protocols section 1.7). */
export const banks: Readonly<Record<string, readonly (readonly [code: string, name: string])[]>> = {
  EE: [
    ['HABAEE2X', 'Swedbank'],
    ['EEUHEE2X', 'SEB'],
    ['LHVBEE22', 'LHV'],
    ['RIKOEE22', 'Luminor'],
    ['EKRDEE22', 'Coop Pank'],
    ['PARXEE22', 'Citadele'],
    ['RVUALT2V', 'Revolut'],
    ['NTSBDEB1', 'N26'],
  ],
  LV: [
    ['HABALV22', 'Swedbank'],
    ['UNLALV2X', 'SEB'],
    ['PARXLV22', 'Citadele'],
    ['RIKOLV2X', 'Luminor'],
    ['RVUALT2V', 'Revolut'],
  ],
  LT: [
    ['HABALT22', 'Swedbank'],
    ['CBVILT2X', 'SEB'],
    ['AGBLLT2X', 'Luminor'],
    ['RVUALT2V', 'Revolut'],
  ],
};

/** What a bank is called; its code where that is not known. */
export function bankName(code: string): string {
  return (
    Object.values(banks)
      .flat()
      .find(([known]) => known === code)?.[1] ?? code
  );
}

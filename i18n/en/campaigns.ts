/** A campaign code beside what is bought. */
export const campaigns = {
  ask: 'I have a campaign code',
  label: 'Campaign code',
  apply: 'Apply',
  applying: 'Checking…',
  applied: 'Campaign code applied',
  remove: 'Remove',
  removeNamed: 'Remove code {{code}}',
  noneEffect: 'The code is noted. It does not change the price.',
  setEffect: 'Price with the code: {{price}}',
  subtractEffect: '{{price}} off each',
  percentEffect: '{{percent}}% off',
  placesLeft_one: '{{count}} place left. It is yours once you go on to pay.',
  placesLeft_other: '{{count}} places left. Yours is taken once you go on to pay.',
  required: 'Enter the code',
} as const;

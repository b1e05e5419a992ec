/** A file that is being sent. */
export const uploads = {
  label: 'Progress of the file',
  sending: 'Sending the file…',
  reading: 'The file has arrived and is being read…',
  still: 'Still at work, this can take a minute.',
  stop: 'Stop',
} as const;

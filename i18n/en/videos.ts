/** Training videos and their player. */
export const videos = {
  title: 'Training videos',
  search: 'Search',
  searchHint: 'Title, type or words of the description',
  none: 'There are no training videos yet',
  noneText: 'When the centre adds some, they appear here.',
  notFound: 'Nothing found',
  notFoundText: 'Try other words.',
  notLoaded: 'The videos could not be loaded',
  others: 'Other videos',
  showAll: 'Show all of {{name}}',
  heading: 'All videos',
  play: 'Play {{title}}',
  broken: 'This video cannot be played',
  brokenText:
    'Its file did not come or this device does not know its format. Try again later or with another browser.',
  openAt: 'Does it not play? Open it at {{service}}',
  noType: 'There is no such type of videos',
  noTypeText: 'It may have been taken away.',
  toVideos: 'To the training videos',
} as const;

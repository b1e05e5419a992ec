/**
 * A chapter of the specification: its headings, each with its sentences, rows and paths in our own words. The key of
 * a sentence is its id. The test that shows it says so on the line above itself: `// shows: wait-in-line`.
 */
export type Chapter = Readonly<Record<string, Readonly<Record<string, string>>>>;

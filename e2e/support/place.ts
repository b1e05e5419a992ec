/** Where the server of one worker is, and what it stands on. */
export interface TestPlace {
  readonly port: number;
  /** As the database's owner. */
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** The server that only this worker's journeys call. */
export function ownPlace(): TestPlace {
  const places: readonly TestPlace[] = JSON.parse(process.env.TRENN_JOURNEY_PLACES ?? '[]');
  const place = places[Number(process.env.TEST_PARALLEL_INDEX)];
  if (!place) throw new Error('this worker has no server');
  return place;
}

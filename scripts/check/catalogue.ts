/** One path of the specification's catalogue (point 7). Names of parameters are free. */
export interface CatalogueEntry {
  readonly family: 'account' | 'page' | 'public' | 'user' | 'trainer' | 'admin';
  /** Under the family; '' is its root. */
  readonly path: string;
  /** Only where the specification gives it. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly state: 'mounted' | 'planned';
}

type Line = readonly [path: string, state: 'mounted' | 'planned', method?: 'GET' | 'POST' | 'PUT'];

function family(name: CatalogueEntry['family'], lines: readonly Line[]): CatalogueEntry[] {
  return lines.map(([path, state, method]) => ({ family: name, path, state, ...(method ? { method } : {}) }));
}

/** Every path of the specification. An entry turns from planned to mounted in the change that declares it. */
export const catalogue: readonly CatalogueEntry[] = [
  ...family('account', [
    ['login', 'mounted', 'POST'],
    ['refresh', 'mounted', 'POST'],
    ['logout', 'mounted', 'POST'],
  ]),
  ...family('page', [
    ['', 'mounted', 'GET'],
    ['buying-terms', 'mounted', 'GET'],
    ['configuration', 'mounted', 'GET'],
  ]),
  ...family('public', [
    ['code', 'mounted', 'GET'],
    ['invoice/config', 'mounted'],
    ['invoice/draft/:invoiceNumber', 'mounted'],
    ['join/check', 'mounted'],
    ['join/discount', 'mounted'],
    ['join/online-discount', 'mounted'],
    ['join/product', 'mounted'],
    ['room', 'mounted'],
    ['payment', 'mounted'],
    ['payment/confirm', 'mounted'],
    ['payment/methods', 'mounted'],
    ['product/translation/invoice/:invoiceNumber', 'mounted'],
    ['registration/cancel/:id', 'mounted'],
    ['registration/free', 'mounted'],
    ['schedule', 'mounted'],
    ['ticket', 'mounted'],
    ['voucher', 'mounted'],
  ]),
  ...family('user', [
    ['account/profile', 'mounted', 'GET'],
    ['account/status', 'mounted', 'GET'],
    ['account/password', 'mounted', 'PUT'],
    ['account/substitute-offers/status', 'mounted', 'PUT'],
    ['card/voucher', 'mounted'],
    ['card/voucher/info', 'mounted'],
    ['card/entrycodes', 'mounted'],
    ['code', 'mounted', 'GET'],
    ['comment', 'mounted'],
    ['comment/:trainingId', 'mounted'],
    ['contract', 'mounted', 'GET'],
    ['contract/add/check', 'mounted'],
    ['invoice', 'mounted'],
    ['payment', 'mounted'],
    ['product/contract/:id', 'mounted'],
    ['product/personal-training', 'mounted'],
    ['registration', 'mounted'],
    ['registration/purchase', 'mounted'],
    ['room/unit', 'mounted'],
    ['schedule', 'mounted'],
    ['statistics', 'mounted'],
    ['video', 'mounted', 'GET'],
  ]),
  ...family('trainer', [
    ['card/:cardCode', 'mounted'],
    ['comment/allow', 'mounted'],
    ['comment/hide', 'mounted'],
    ['registration', 'mounted'],
    ['substitute/apply', 'mounted'],
    ['substitute/apply/cancel', 'mounted'],
    ['substitute/resolve', 'mounted'],
    ['substitute/cancel', 'mounted'],
    ['statistics/group-trainings', 'mounted'],
    ['statistics/personal-trainings', 'mounted'],
    ['traininggroup', 'mounted', 'GET'],
    ['traininggroup/:groupId', 'mounted', 'GET'],
  ]),
  ...family('admin', [
    ['message', 'mounted', 'POST'],
    ['trainer', 'mounted', 'GET'],
    ['trainer/availability', 'mounted', 'GET'],
    ['room/availability', 'mounted'],
    ['room/:roomId/style', 'mounted'],
    ['room/group', 'mounted'],
    ['room/unit', 'mounted'],
    ['registration/:id', 'mounted'],
    ['registration/class/:id', 'mounted'],
    ['schedule', 'mounted'],
    ['schedule/:id', 'mounted'],
    ['schedule/cancel/:id', 'mounted'],
    ['schedule/regular/:id', 'mounted'],
    ['schedule/substitute', 'mounted'],
    ['schedule/substitute/resolve', 'mounted'],
    ['schedule/substitute/cancel', 'mounted'],
  ]),
];

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
    ['room', 'planned'],
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
    ['account/substitute-offers/status', 'planned', 'PUT'],
    ['card/voucher', 'mounted'],
    ['card/voucher/info', 'mounted'],
    ['card/entrycodes', 'planned'],
    ['code', 'mounted', 'GET'],
    ['comment', 'planned'],
    ['comment/:trainingId', 'planned'],
    ['contract', 'mounted', 'GET'],
    ['contract/add/check', 'mounted'],
    ['invoice', 'mounted'],
    ['payment', 'mounted'],
    ['product/contract/:id', 'mounted'],
    ['product/personal-training', 'mounted'],
    ['registration', 'mounted'],
    ['registration/purchase', 'mounted'],
    ['room/unit', 'planned'],
    ['schedule', 'mounted'],
    ['statistics', 'planned'],
    ['video', 'planned', 'GET'],
  ]),
  ...family('trainer', [
    ['card/:cardCode', 'mounted'],
    ['comment/allow', 'planned'],
    ['comment/hide', 'planned'],
    ['registration', 'planned'],
    ['substitute/apply', 'planned'],
    ['substitute/apply/cancel', 'planned'],
    ['substitute/resolve', 'planned'],
    ['substitute/cancel', 'planned'],
    ['statistics/group-trainings', 'planned'],
    ['statistics/personal-trainings', 'planned'],
    ['traininggroup', 'planned', 'GET'],
    ['traininggroup/:groupId', 'planned', 'GET'],
  ]),
  ...family('admin', [
    ['message', 'planned', 'POST'],
    ['trainer', 'planned', 'GET'],
    ['trainer/availability', 'planned', 'GET'],
    ['room/availability', 'planned'],
    ['room/:roomId/style', 'planned'],
    ['room/group', 'planned'],
    ['room/unit', 'planned'],
    ['registration/:id', 'planned'],
    ['registration/class/:id', 'planned'],
    ['schedule', 'planned'],
    ['schedule/:id', 'planned'],
    ['schedule/cancel/:id', 'planned'],
    ['schedule/regular/:id', 'planned'],
    ['schedule/substitute', 'planned'],
    ['schedule/substitute/resolve', 'planned'],
    ['schedule/substitute/cancel', 'planned'],
  ]),
];

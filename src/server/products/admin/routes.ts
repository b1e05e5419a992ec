import type { App } from '#server/kernel/app.ts';
import { mountManaged } from '#server/kernel/managed/mount.ts';
import * as sales from '#shared/products/admin/contract.ts';
import * as saleFields from '#shared/products/admin/domain.ts';
import * as saleData from './data.ts';

export function mountProductAdmin(app: App): void {
  mountManaged(app, [sales.listAllProducts, sales.createProduct, sales.updateProduct, sales.removeProduct], {
    kind: saleData.products,
    schema: sales.ProductValues,
    fields: saleFields.productFields,
    problemOf: saleFields.productProblem,
    isAskedAgain: saleFields.isCheapened,
  });
  mountManaged(app, [sales.listCampaigns, sales.createCampaign, sales.updateCampaign, sales.removeCampaign], {
    kind: saleData.campaigns,
    schema: sales.CampaignValues,
    fields: saleFields.campaignFields,
    problemOf: saleFields.campaignProblem,
    isAskedAgain: (_, after) => saleFields.isGivenAway(after),
  });
}

import { createFileRoute, retainSearchParams } from '@tanstack/react-router';
import { AreaScreen } from '#web/admin/area-screen.tsx';
import { Guarded } from '#web/app/guarded.tsx';
import { areaSearch } from '#web/app/search.ts';
import { ClientContracts } from '#web/contracts/admin/components/client-contracts.tsx';
import { KeycardIssuers } from '#web/entry/keycard-issuers/components/keycard-issuers.tsx';
import { ClientInvoices } from '#web/invoices/admin/components/client-invoices.tsx';
import { HoursOfTrainer } from '#web/personal-trainings/times/components/hours-of-trainer.tsx';

export const Route = createFileRoute('/admin/$area')({
  ssr: false,
  staticData: {
    texts: [
      'backOffice',
      'clientContracts',
      'clientInvoices',
      'clientOwned',
      'contracts',
      'errors',
      'officeErrors',
      'importing',
      'invoices',
      'owned',
      'personalTimes',
      'privacy',
      'strikes',
      'uploads',
    ],
  },
  validateSearch: areaSearch,
  search: { middlewares: [retainSearchParams(['rows'])] },
  head: ({ match }) => ({
    meta: [{ title: match.context.title(match.context.texts.t('backOffice.title')) }],
  }),
  component: AreaRoute,
});

const ofClient = (id: number) => (
  <>
    <ClientContracts id={id} />
    <ClientInvoices id={id} />
  </>
);

const ofTrainer = (id: number) => <HoursOfTrainer key={id} id={id} />;

function AreaRoute() {
  const { area } = Route.useParams();
  const search = Route.useSearch();
  return (
    <Guarded>
      <AreaScreen
        path={area}
        {...search}
        ofClient={ofClient}
        ofTrainer={ofTrainer}
        keycards={<KeycardIssuers />}
      />
    </Guarded>
  );
}

import { joinPageOf } from '#shared/joining/pages/domain.ts';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';

/** Rows for whoever is new here: joining, where one may, and the terms. */
export function WaysIn({ isMember = false }: { isMember?: boolean }) {
  const { t } = useTexts();
  const { pageRules } = useStartContext();
  return (
    <>
      {isMember || joinPageOf(pageRules) === undefined ? null : (
        <li>
          <ListRowLink
            to="/public/join"
            start={<Icon name="user" />}
            title={t('account.join')}
            text={t('account.joinText')}
          />
        </li>
      )}
      <li>
        <ListRowLink
          to="/page/buying-terms"
          start={<Icon name="info" />}
          title={t('pages.buyingTerms')}
          text={t('pages.buyingTermsText')}
        />
      </li>
    </>
  );
}

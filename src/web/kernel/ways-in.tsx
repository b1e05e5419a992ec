import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { useTexts } from './texts.tsx';

/** Rows for whoever is new here: joining, where one may, and the terms. */
export function WaysIn({ canJoin }: { canJoin: boolean }) {
  const { t } = useTexts();
  return (
    <>
      {canJoin ? (
        <li>
          <ListRowLink
            to="/public/join"
            start={<Icon name="user" />}
            title={t('account.join')}
            text={t('account.joinText')}
          />
        </li>
      ) : null}
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

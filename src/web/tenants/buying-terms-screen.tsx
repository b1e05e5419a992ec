import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './buying-terms-screen.module.css';
import { useBuyingTerms } from './queries.ts';

/** The tenant's buying terms (specification point 2, static pages). */
export function BuyingTermsScreen() {
  const { t } = useTexts();
  const terms = useBuyingTerms();
  if (!terms.data && terms.isError) {
    return (
      <Page>
        <PageHeader title={t('pages.buyingTerms')} />
        <NotLoaded title={t('pages.buyingTermsFailed')} query={terms} />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader title={terms.data?.title ?? t('pages.buyingTerms')} />
      {terms.data ? (
        <div className={classes.terms}>
          {terms.data.sections.map(({ heading, paragraphs }) => (
            <section key={heading}>
              <h2 className={classes.heading}>{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className={classes.paragraph}>
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </div>
      ) : (
        <div className={classes.terms} role="status" aria-label={t('common.loading')}>
          <Skeleton size="title" width="half" />
          <Skeleton width="full" />
          <Skeleton width="full" />
          <Skeleton width="long" />
        </div>
      )}
    </Page>
  );
}

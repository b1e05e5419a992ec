import { useState } from 'react';
import { useTexts } from '#web/kernel/texts.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { CardForm } from './components/card-form.tsx';
import { CardShown } from './components/card-shown.tsx';
import { InsideList } from './components/inside-list.tsx';

/**
 * The desk: a code is scanned or typed, and a visit or use of what it opens is taken, for those who may. Below it who
 * is inside: of the club `gym` or of all.
 */
export function DeskScreen({ gym }: { gym: number | undefined }) {
  const { t } = useTexts();
  const [cardCode, setCardCode] = useState<string | null>(null);
  return (
    <Page isCentred>
      <PageHeader title={t('entry.deskTitle')} size="flow" />
      {cardCode === null ? (
        <>
          <CardForm onCard={setCardCode} />
          <InsideList gym={gym} />
        </>
      ) : (
        <CardShown key={cardCode} cardCode={cardCode} onNext={() => setCardCode(null)} />
      )}
    </Page>
  );
}

import { eurosToCents } from '#shared/kernel/money.ts';
import type { Landing, LandingOffer } from '#shared/tenants/landing/contract.ts';
import { formatFromPrice, formatMoney } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { RareIcon } from '#web/ui/rare-icon.tsx';
import classes from '../front-screen.module.css';
import { cheapest, monthlyFrom } from './offers.ts';

/** So many of a kind stand on a desk; the price list has all. */
const shownMost = 2;

/** What is sold and from which price on; what is not sold is not there. A phone has a line for each kind. */
export function FrontPrices({ landing }: { landing: Landing }) {
  const { t } = useTexts();
  const { packages, tickets, vouchers } = landing;
  if (packages.length + tickets.length + vouchers.length === 0) return null;
  return (
    <section className={classes.prices} aria-label={t('landing.prices')}>
      <h2 className={`${classes.heading} ${classes.onDesk}`}>{t('landing.prices')}</h2>
      <ul className={`${classes.kinds} ${classes.onPhone}`}>
        <Kinds landing={landing} />
      </ul>
      <ul className={`${classes.kinds} ${classes.onDesk}`}>
        {packages.slice(0, shownMost).map((offer) => (
          <OfferRow key={offer.id} offer={offer} to="/public/join" />
        ))}
        {[...tickets.slice(0, shownMost), ...vouchers.slice(0, 1)].map((offer) => (
          <OfferRow key={offer.id} offer={offer} to="/public/tickets/buy" />
        ))}
      </ul>
      {tickets.length + vouchers.length === 0 ? null : (
        <ListRowLink
          to="/public/tickets"
          className={`${classes.onDesk} ${classes.allPrices}`}
          title={t('landing.allPrices')}
        />
      )}
    </section>
  );
}

function Kinds({ landing: { packages, tickets, vouchers } }: { landing: Landing }) {
  const { t, language } = useTexts();
  const money = (euros: number) => formatFromPrice(euros, language);
  const [month, dear] = [monthlyFrom(packages), cheapest(packages)];
  const [ticket, gift] = [cheapest(tickets), cheapest(vouchers)];
  const packagesFrom =
    month === undefined
      ? t('landing.fromMonths', { price: money(dear?.price ?? 0), count: dear?.periodMonths ?? 1 })
      : t('landing.fromMonth', { price: money(month) });
  return (
    <>
      {dear ? (
        <li>
          <ListRowLink
            to="/public/join"
            start={<Icon name="card" />}
            title={t('landing.packages')}
            text={packagesFrom}
          />
        </li>
      ) : null}
      {ticket ? (
        <li>
          <ListRowLink
            to="/public/tickets"
            start={<RareIcon name="ticket" />}
            title={t('landing.tickets')}
            text={t(ticket.visits === 1 ? 'landing.onceFrom' : 'landing.ticketsFrom', {
              price: money(ticket.price),
            })}
          />
        </li>
      ) : null}
      {gift ? (
        <li>
          <ListRowLink
            to="/public/tickets"
            hash="vouchers"
            start={<Icon name="gift" />}
            title={t('landing.giftCards')}
            text={t('landing.giftFrom', { price: money(gift.price) })}
          />
        </li>
      ) : null}
    </>
  );
}

function OfferRow({ offer, to }: { offer: LandingOffer; to: '/public/join' | '/public/tickets/buy' }) {
  const { t, language } = useTexts();
  const { id, name, description, price, isFrom, visits, periodMonths } = offer;
  const amount = formatFromPrice(price, language);
  const per = () => {
    if (periodMonths === 1) return t('landing.perMonth');
    if (periodMonths !== null) return t('landing.perMonths', { count: periodMonths });
    if (visits === null) return undefined;
    if (visits === 1) return t('landing.oneVisit');
    return t('landing.each', {
      price: formatMoney(eurosToCents(Math.round((price * 100) / visits) / 100), language),
    });
  };
  return (
    <li>
      <ListRowLink
        to={to}
        {...(to === '/public/tickets/buy' && { search: { id } })}
        title={name}
        {...(description !== '' && { text: description })}
        end={
          <>
            <span className={classes.price}>
              {isFrom ? t('landing.fromPrice', { price: amount }) : amount}
              <span className={classes.per}>{per()}</span>
            </span>
            <Icon name="chevronRight" size={20} className={classes.chevron} />
          </>
        }
      />
    </li>
  );
}

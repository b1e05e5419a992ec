import { useNavigate } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { readRows, rowsChoices, useRows } from './rows.ts';
import classes from './rows-choice.module.css';
import { useTexts } from './texts.tsx';

interface RowsChoiceProps {
  /** For a list whose page does not stand in the address. */
  onChoose?: () => void;
}

/** How many rows a page has, beside what leads to the other pages. Another number begins with the first page. */
export function RowsChoice({ onChoose }: RowsChoiceProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const rows = useRows();
  return (
    <label className={classes.choice}>
      {t('common.rowsPerPage')}
      <span className={classes.box}>
        <select
          className={classes.select}
          value={rows}
          onChange={({ target }) => {
            const chosen = readRows(target.value);
            const first = { page: undefined, nights: undefined, offset: undefined };
            onChoose?.();
            void navigate({
              to: '.',
              search: (present) => ({
                ...present,
                ...first,
                rows: chosen === rowsChoices[0] ? undefined : chosen,
              }),
              replace: true,
              resetScroll: false,
            });
          }}
        >
          {rowsChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={18} className={classes.sign} />
      </span>
    </label>
  );
}

import { useTexts } from '#web/kernel/texts.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { useUnits } from '../queries.ts';
import classes from './editing.module.css';

interface RoomsFieldProps {
  /** The main room first. */
  roomIds: readonly number[];
  onChange: (roomIds: number[]) => void;
  error: string | undefined;
  /** Rooms that would fit instead. */
  free?: readonly { readonly id: number; readonly name: string; readonly clubId: number }[];
  /** A start at which the chosen rooms would do. */
  start?: string | undefined;
  onStart?: (time: string) => void;
}

/** Rooms of all clubs; what is taken says by what, and which rooms would fit. */
export function RoomsField(props: RoomsFieldProps) {
  const { roomIds, onChange, error, free = [], start, onStart } = props;
  const { t } = useTexts();
  const units = useUnits().data ?? [];
  const clubOf = (roomId: number | undefined) =>
    units.find(({ rooms }) => rooms.some((room) => room.id === roomId))?.id;
  const club = clubOf(roomIds[0]);
  const fitting = free.filter(({ clubId }) => club === undefined || clubId === club).slice(0, 3);
  const chooseMain = (roomId: number) =>
    onChange([roomId, ...roomIds.slice(1).filter((one) => one !== roomId)]);
  const toggle = (roomId: number) =>
    onChange(roomIds.includes(roomId) ? roomIds.filter((one) => one !== roomId) : [...roomIds, roomId]);
  return (
    <fieldset className={classes.group} data-field="roomIds" aria-label={t('editing.rooms')}>
      <SelectField
        label={t('editing.room')}
        name="roomIds"
        value={roomIds[0] ?? ''}
        error={error}
        onChange={(event) => chooseMain(Number(event.target.value))}
      >
        {roomIds.length === 0 ? <option value="">{t('editing.choose')}</option> : null}
        {units.map((unit) => (
          <optgroup key={unit.id} label={unit.name}>
            {unit.rooms.map((room) => (
              <option key={room.id} value={room.id}>
                {room.name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {fitting.length === 0 && start === undefined ? null : (
        <div className={classes.chips}>
          {t('editing.fits')}
          {fitting.map((room) => (
            <button key={room.id} type="button" className={classes.chip} onClick={() => onChange([room.id])}>
              {room.name}
            </button>
          ))}
          {start === undefined || !onStart ? null : (
            <button type="button" className={classes.chip} onClick={() => onStart(start)}>
              {t('editing.startAt', { time: start })}
            </button>
          )}
        </div>
      )}
      <details open={roomIds.length > 1 || undefined}>
        <summary className={classes.summary}>
          {t('editing.moreRooms')}
          <Icon name="chevronDown" size={20} />
        </summary>
        {units.flatMap((unit) =>
          unit.rooms
            .filter((room) => room.id !== roomIds[0])
            .map((room) => (
              <Checkbox key={room.id} checked={roomIds.includes(room.id)} onChange={() => toggle(room.id)}>
                {units.length > 1 ? `${room.name}, ${unit.name}` : room.name}
              </Checkbox>
            )),
        )}
      </details>
    </fieldset>
  );
}

import classes from './places.module.css';

interface PlacesProps {
  total: number;
  taken: number;
  /** The whole sentence, for those who listen. */
  label: string;
}

const blockWidth = 15;
const gap = 4;
const height = 16;

/** Every place as a block, taken ones first; above forty, one bar. Free ones have the accent's edge. */
export function Places({ total, taken, label }: PlacesProps) {
  const filled = Math.min(taken, total);
  if (total <= 0) return null;
  if (total > 40) {
    return (
      <svg className={classes.bar} width="100%" height="12" role="img" aria-label={label}>
        <rect className={classes.rest} x="0.75" y="0.75" width="99.6%" height="10.5" rx="5.25" />
        <rect className={classes.taken} width={`${(filled / total) * 100}%`} height="12" rx="6" />
      </svg>
    );
  }
  const perLine = total <= 20 ? total : Math.ceil(total / 2);
  const columns = Math.max(perLine, 10);
  const lines = Math.ceil(total / perLine);
  const width = columns * (blockWidth + gap) - gap;
  const viewHeight = lines * (height + gap) - gap;
  return (
    <svg className={classes.blocks} viewBox={`0 0 ${width} ${viewHeight}`} role="img" aria-label={label}>
      {Array.from({ length: total }, (_, index) => {
        const isTaken = index < filled;
        const inset = isTaken ? 0 : 0.6;
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
            key={index}
            className={isTaken ? classes.taken : classes.free}
            x={(index % perLine) * (blockWidth + gap) + inset}
            y={Math.floor(index / perLine) * (height + gap) + inset}
            width={blockWidth - 2 * inset}
            height={height - 2 * inset}
            rx="3.5"
          />
        );
      })}
    </svg>
  );
}

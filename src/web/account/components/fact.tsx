import classes from './profile.module.css';

/** A word and its value; a dash where nothing is known. */
export function Fact({ label, children }: { label: string; children: string | undefined }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children || '–'}</dd>
    </div>
  );
}

import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';

type Numbers = Readonly<Record<`--${string}`, number | string>>;

/** Sets numbers the style sheet reckons with: the content policy allows no style attribute. */
export function useNumbers<E extends HTMLElement>(numbers: Numbers): Ref<E> {
  const ref = useRef<E>(null);
  const text = JSON.stringify(numbers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the numbers
  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(numbers)) ref.current?.style.setProperty(name, String(value));
  }, [text]);
  return ref;
}

interface PlacedProps {
  className: string | undefined;
  numbers: Numbers;
  children?: ReactNode;
}

/** A box that lies where its numbers say. */
export function Placed({ className, numbers, children }: PlacedProps) {
  const ref = useNumbers<HTMLDivElement>(numbers);
  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  );
}

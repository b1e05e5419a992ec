/** Beside React in its part of the build, so that React is run through in a task of its own. */
export { hydrateRoot } from 'react-dom/client';

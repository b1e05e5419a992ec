import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';

/** Pages are drawn whole: streaming gained nothing, and a whole page can be hashed, compressed and kept. */
export default { fetch: createStartHandler(defaultRenderHandler) };

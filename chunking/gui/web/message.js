// The component of one message: hands its bytes to the window, now or once its modules are loaded.

/** @param {{data: any}} component */
export default function ({ data }) {
  const page = /** @type {any} */ (window), channel = (page.__chunkscope ??= { waiting: [] });
  if (channel.take) channel.take(data);
  else channel.waiting.push(data);
}

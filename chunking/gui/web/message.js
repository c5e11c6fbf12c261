// The component of one message: hands its bytes to the window, now or once its modules are loaded.

export default function ({ data }) {
  const channel = (window.__chunkscope ??= { waiting: [] });
  if (channel.take) channel.take(data);
  else channel.waiting.push(data);
}

// The script of what is sent often: it hands the message to the code that the store brought, now or
// as soon as it is there.
export default function ({ data, setStateValue }) {
  const take = () => window.__chunkscope.take(data, setStateValue);
  if (window.__chunkscope?.take) return take();
  window.addEventListener('chunkscope:stored', take, { once: true });
  return () => window.removeEventListener('chunkscope:stored', take);
}

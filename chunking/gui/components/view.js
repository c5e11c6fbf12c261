// A view's own script: it calls the code that the store brought, now or as soon as it is there.
export default function (component) {
  const draw = () => window.__chunkscope.views.VIEW_NAME(component);
  if (window.__chunkscope?.views) return draw();
  let undo;
  const arrived = () => { undo = draw(); };
  window.addEventListener('chunkscope:stored', arrived, { once: true });
  return () => {
    window.removeEventListener('chunkscope:stored', arrived);
    undo?.();
  };
}

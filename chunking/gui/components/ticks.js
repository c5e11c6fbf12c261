// The figures along an axis.

// Round figures between two values, about `count` of them; of what is counted, whole ones.
function ticks(from, to, count, counted = false) {
  const rough = Math.max((to - from) / Math.max(1, count), counted ? 1 : 0);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step = steps.find((each) => each >= rough && (!counted || Number.isInteger(each)));
  const found = [];
  for (let n = Math.ceil(from / step); n * step <= to + step * 1e-9; n++) found.push(n * step);
  return found;
}

// 1, 2 and 5 times the powers of ten between two values: the figures of an axis of equal factors.
function factors(from, to) {
  const found = [];
  for (let power = 10 ** Math.floor(Math.log10(from)); power <= to; power *= 10) {
    found.push(...[1, 2, 5].map((factor) => factor * power).filter((each) => from <= each && each <= to));
  }
  return found;
}

function inThousands(value) {
  if (value < 1000) return String(Math.round(value));
  const [unit, sign] = value < 999_950 ? [1000, 'k'] : [1_000_000, 'M'];
  return `${Number((value / unit).toFixed(value / unit < 10 ? 2 : 1))}${sign}`;
}

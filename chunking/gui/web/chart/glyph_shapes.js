// Marks of reasons as paths, which look the same with every font.

// Corners around the middle, for a radius of one.
/** @type {Record<string, number[][]>} */
const SHAPES = {
  '▼': [[-1, -0.8], [1, -0.8], [0, 1]],
  '▽': [[-1, -0.8], [1, -0.8], [0, 1]],
  '▲': [[-1, 0.8], [1, 0.8], [0, -1]],
  '■': [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  '▪': [[-0.55, -0.55], [0.55, -0.55], [0.55, 0.55], [-0.55, 0.55]],
  '◆': [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  '◇': [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  '▬': [[-1.2, -0.45], [1.2, -0.45], [1.2, 0.45], [-1.2, 0.45]],
  '✚': [[-0.4, -1], [0.4, -1], [0.4, -0.4], [1, -0.4], [1, 0.4], [0.4, 0.4], [0.4, 1], [-0.4, 1], [-0.4, 0.4],
    [-1, 0.4], [-1, -0.4], [-0.4, -0.4]],
};

/** Tell whether a glyph is an outline. @param {string} glyph */
export const isOutline = (glyph) => '▽◇'.includes(glyph);

/**
 * Add the shape of a glyph to a path; a circle where it has none.
 *
 * @param {Path2D} path
 * @param {string} glyph
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
export function addShape(path, glyph, x, y, radius) {
  const corners = SHAPES[glyph];
  if (!corners) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  corners.forEach(([dx, dy], i) => path[i ? 'lineTo' : 'moveTo'](x + dx * radius, y + dy * radius));
  path.closePath();
}

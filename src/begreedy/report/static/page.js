"use strict";
(() => {
  const root = document.documentElement;
  const narrow = matchMedia("(max-width: 700px)");
  const coarse = matchMedia("(pointer: coarse)");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const drawn = new Map(); // figure -> { chart, hidden }

  // ---------------------------------------------------------------- colours
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const theme = () => ({
    text: colour("text"), quiet: colour("quiet"), line: colour("line"), panel: colour("panel"), shade: colour("shade"),
  });
  // Black lines on a dark page would not be seen.
  const shown = (hex, look) => (hex === "#000000" ? look.text : hex);
  const faint = (hex, look, alpha) => {
    if (hex === "#000000") return look.text.replace("rgb(", "rgba(").replace(")", `, ${alpha})`);
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    return `rgba(${r}, ${g}, ${b}, ${alpha})`;
  };
  const isDark = () => (root.style.colorScheme ? root.style.colorScheme === "dark" : system.matches);

  // ---------------------------------------------------------------- axes that all kinds share
  const [TOOLS, WORDS] = [34, 18]; // heights of the row of tools and of a row of words below it
  const axis = (look, more) => ({
    gridcolor: look.line, linecolor: look.quiet, zeroline: false, showline: true, automargin: true,
    ticks: "outside", ticklen: 4, tickcolor: look.line, ...more,
  });
  const base = (look) => ({
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", showlegend: false,
    font: { color: look.text, size: 12, family: "system-ui, sans-serif" },
    hoverlabel: { bgcolor: look.panel, bordercolor: look.line, font: { color: look.text } },
    dragmode: coarse.matches ? false : "zoom", // a finger that scrolls the page must not zoom
    // The tools, which come into sight above the figure, get a margin of their own: they must not cover words.
    margin: { l: 52, r: 16, t: TOOLS, b: 44 }, shapes: [], annotations: [],
    modebar: { bgcolor: "rgba(0,0,0,0)", color: look.quiet, activecolor: look.text },
  });
  const note = (look, more) => ({ showarrow: false, font: { color: look.text, size: 12 }, ...more });
  const suffix = (i) => (i ? String(i + 1) : "");
  const domains = (n, gap) => Array.from({ length: n }, (_, i) => {
    const width = (1 - gap * (n - 1)) / n;
    return [i * (width + gap), i * (width + gap) + width];
  });
  const place = (layout, look, i, n, x, y, side = n) => {
    // Panels stand side by side, in rows of so many, or one above the other where the screen is narrow.
    const columns = narrow.matches ? 1 : side, rows = Math.ceil(n / columns);
    const xs = domains(columns, 0.07)[i % columns];
    const ys = domains(rows, rows > 2 ? 0.16 : 0.25)[rows - 1 - Math.floor(i / columns)];
    layout[`xaxis${suffix(i)}`] = axis(look, { domain: xs, anchor: `y${suffix(i)}`, ...x });
    layout[`yaxis${suffix(i)}`] = axis(look, { domain: ys, anchor: `x${suffix(i)}`, ...y });
    return { left: xs[0], right: xs[1], top: ys[1] };
  };
  const heading = (layout, look, where, words) => {
    if (!words) return;
    layout.margin.t = TOOLS + WORDS;
    layout.annotations.push(note(look, {
      text: words, xref: "paper", yref: "paper", x: (where.left + where.right) / 2, y: where.top,
      xanchor: "center", yanchor: "bottom",
    }));
  };
  const height = (n, one) => (narrow.matches ? Math.max(one * 0.8 * n, one) : one);

  // ---------------------------------------------------------------- kinds of charts
  const kinds = {
    lines(chart, look) {
      const layout = base(look), traces = [], n = chart.panels.length;
      layout.height = n > chart.columns && !narrow.matches ? 640 : height(n, 360);
      layout.hovermode = chart.dots || n > 1 ? "closest" : "x unified";
      chart.panels.forEach((panel, i) => {
        const log = (on) => (on ? "log" : "linear");
        const where = place(layout, look, i, n, {
          title: { text: chart.x }, type: log(chart.xlog), hoverformat: ".4~g",
          ...(chart.ticks.length ? { tickvals: chart.ticks, ticktext: chart.ticks.map(String) } : {}),
          ...(chart.xlog ? { exponentformat: "power", ...(chart.dots && !chart.ticks.length ? { dtick: 1 } : {}) } : {}),
          // A little beyond the end, or its label would be left out.
          ...(chart.xlog ? {} : { range: [0, 1.004 * Math.max(...panel.lines.map((line) => line.x.at(-1)))] }),
        }, {
          title: { text: i % chart.columns && !narrow.matches ? "" : chart.y }, type: log(chart.ylog), hoverformat: ".4~g",
          ...(chart.ylog ? { exponentformat: "power", ...plain(chart, panel) } : { rangemode: "tozero" }),
          ...(chart.range ? { range: chart.range } : {}),
          ...(chart.same && i && !narrow.matches ? { matches: "y" } : {}),
        }, chart.columns);
        heading(layout, look, where, panel.title);
        const axes = { xaxis: `x${suffix(i)}`, yaxis: `y${suffix(i)}` };
        for (const line of panel.lines) {
          const tint = shown(line.colour, look);
          if (line.low) {
            traces.push({
              ...axes, name: line.name, x: [...line.x, ...[...line.x].reverse()],
              y: [...line.high, ...[...line.low].reverse()], fill: "toself", fillcolor: faint(line.colour, look, 0.15),
              mode: "lines", line: { width: 0 }, hoverinfo: "skip",
            });
          }
          traces.push({
            ...axes, name: line.name, x: line.x, y: line.y, mode: chart.dots || line.marked ? "lines+markers" : "lines",
            line: { color: tint, dash: line.dash, width: 2 }, marker: { color: tint, symbol: line.symbol, size: 7, maxdisplayed: chart.dots ? 0 : 8 },
            hovertemplate: layout.hovermode === "closest"
              ? `${line.name}<br>${chart.x} %{x:.4~g}<br>${chart.y} <b>%{y:.4~g}</b><extra></extra>`
              : "%{y:.4~g}",
          });
        }
        for (const mark of panel.marks) {
          if (mark.y === null) {
            layout.shapes.push({
              type: "line", xref: axes.xaxis, yref: `${axes.yaxis} domain`, x0: mark.x, x1: mark.x, y0: 0, y1: 1,
              line: { color: look.text, width: 1, dash: "5px,4px" },
            });
            layout.annotations.push(note(look, {
              text: mark.words, xref: axes.xaxis, yref: `${axes.yaxis} domain`, y: 0.02, yanchor: "bottom",
              x: chart.xlog ? Math.log10(mark.x) : mark.x, xanchor: middle(panel, mark.x, chart.xlog) ? "right" : "left",
            }));
          } else {
            traces.push({
              ...axes, x: [mark.x], y: [mark.y], mode: "markers+text", text: [mark.words], cliponaxis: false,
              textposition: mark.x < 0.2 ? "top right" : mark.x > 0.8 ? "top left" : "top center", hoverinfo: "skip",
              marker: { color: "#D55E00", size: 9 },
            });
          }
        }
        if (chart.ceiling) {
          const top = Math.max(...panel.lines.flatMap((line) => line.y)) * 2;
          layout.shapes.push({
            type: "rect", layer: "below", xref: `${axes.xaxis} domain`, yref: axes.yaxis, x0: 0, x1: 1,
            y0: chart.ceiling, y1: top, fillcolor: look.shade, line: { width: 0 },
          });
        }
      });
      return { traces, layout };
    },

    heat(chart, look) {
      const layout = base(look), n = chart.panels.length;
      layout.height = height(n, 430);
      layout.coloraxis = {
        colorscale: "Cividis", reversescale: true, cmin: 0, cmax: chart.top,
        colorbar: { title: { text: narrow.matches ? "" : chart.value, side: "right" }, thickness: 12, outlinewidth: 0 },
      };
      const traces = chart.panels.map((panel, i) => {
        const where = place(layout, look, i, n,
          // On a narrow screen there is room for every second number only.
          { title: { text: chart.x }, type: "category", showgrid: false, tickangle: 0, dtick: narrow.matches ? 2 : 1 },
          { title: { text: i && !narrow.matches ? "" : chart.y }, type: "category", autorange: "reversed", showgrid: false });
        heading(layout, look, where, panel.title);
        return {
          type: "heatmap", name: panel.title, z: panel.z, x: chart.columns, y: chart.rows, coloraxis: "coloraxis",
          xaxis: `x${suffix(i)}`, yaxis: `y${suffix(i)}`, xgap: 1, ygap: 1,
          texttemplate: narrow.matches ? "" : "%{z:.2f}", textfont: { size: 10 },
          hovertemplate: `${panel.title}: ${chart.y} %{y}, ${chart.x} %{x}<br>${chart.value} <b>%{z:.4f}</b><extra></extra>`,
        };
      });
      return { traces, layout };
    },

    // A layer per policy: the cells that it wins, pale (0.35) where that is not clear.
    winners(chart, look) {
      const layout = base(look), n = chart.panels.length, traces = [];
      layout.height = height(n, 380);
      chart.panels.forEach((panel, i) => {
        const where = place(layout, look, i, n,
          { title: { text: chart.x }, type: "category", showgrid: false, tickangle: 0 },
          { title: { text: i && !narrow.matches ? "" : chart.y }, type: "category", autorange: "reversed", showgrid: false });
        heading(layout, look, where, panel.title);
        for (const { name, colour } of winning(chart)) {
          const number = chart.names.findIndex((other) => other.name === name);
          const strength = (value) => (Math.floor(value) !== number ? null : value === number ? 1 : 0.35);
          const z = panel.z.map((row) => row.map(strength));
          const text = panel.text.map((row, r) => row.map((words, c) => (z[r][c] === null ? "" : words)));
          traces.push({
            type: "heatmap", name, z, text, x: chart.columns, y: chart.rows,
            xaxis: `x${suffix(i)}`, yaxis: `y${suffix(i)}`, xgap: 1, ygap: 1, zmin: 0, zmax: 1, showscale: false,
            colorscale: [[0, faint(colour, look, 0)], [1, shown(colour, look)]],
            texttemplate: "%{text}", textfont: { size: 11 }, customdata: panel.words, hoverongaps: false,
            hovertemplate: "%{customdata}<extra></extra>",
          });
        }
      });
      return { traces, layout };
    },

    dots(chart, look) {
      const layout = base(look), n = chart.series.length, step = 0.52 / n;
      layout.height = 90 + 34 * chart.rows.length;
      layout.hovermode = "closest";
      layout.margin.t = TOOLS + WORDS;
      const values = chart.dots.flatMap((dot) => [dot.value, ...(dot.range || [])]).filter((value) => value > 0);
      const [low, high] = [Math.min(...values, 0.9) / 1.25, Math.max(...values, 1.1) * 1.25];
      layout.xaxis = axis(look, {
        type: "log", range: [Math.log10(low), Math.log10(high)], title: { text: chart.x },
        tickvals: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100], tickformat: "~g",
      });
      layout.yaxis = axis(look, {
        tickvals: chart.rows.map((_, i) => i), range: [chart.rows.length - 0.5, -0.5], ticks: "", showline: false,
        ticktext: chart.rows.map((row, i) => (chart.links[i] ? `<a href="#${chart.links[i]}" target="_self">${row}</a>` : row)),
      });
      layout.shapes = [
        { type: "rect", layer: "below", xref: "x", yref: "paper", x0: low, x1: 1, y0: 0, y1: 1,
          fillcolor: faint("#009E73", look, 0.09), line: { width: 0 } },
        { type: "line", xref: "x", yref: "paper", x0: 1, x1: 1, y0: 0, y1: 1, line: { color: look.text, width: 1 } },
      ];
      layout.annotations = chart.sides.map((words, i) => note(look, {
        text: words, xref: "paper", yref: "paper", x: i, y: 1, xanchor: i ? "right" : "left", yanchor: "bottom",
      }));
      const traces = chart.series.map((series, number) => {
        const dots = chart.dots.filter((dot) => dot.series === number);
        const away = (end, sign) => dots.map((dot) => (dot.range ? sign * (dot.range[end] - dot.value) : 0));
        return {
          name: series.name, mode: "markers", x: dots.map((dot) => dot.value),
          y: dots.map((dot) => dot.row + (number - (n - 1) / 2) * step),
          error_x: { type: "data", symmetric: false, array: away(1, 1), arrayminus: away(0, -1), width: 0,
            color: shown(series.colour, look), thickness: 1.5 },
          marker: { color: shown(series.colour, look), symbol: series.symbol, size: 7, opacity: 0.85 },
          text: dots.map((dot) => `<b>${chart.rows[dot.row]}</b>, ${series.name}<br>${dot.words}<br>ratio ${dot.value}`),
          hovertemplate: "%{text}<extra></extra>",
        };
      });
      return { traces, layout };
    },
  };
  const winning = (chart) => chart.names.filter((_, number) => (
    chart.panels.some((panel) => panel.z.flat().some((value) => Math.floor(value) === number))
  ));
  const plain = (chart, panel) => {
    // 200 and 500 instead of powers of ten, where the values span a few decades only.
    const values = panel.lines.flatMap((line) => [...line.y, ...(line.low || []), ...(line.high || [])]).filter((y) => y > 0);
    const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
    if (high - low > 6) return {};
    const steps = high - low > 3 ? [1] : [1, 2, 5];
    const tickvals = [];
    for (let power = low; power <= high; power++) for (const step of steps) tickvals.push(step * 10 ** power);
    return { tickvals, ticktext: tickvals.map((value) => `${Number(value.toPrecision(3))}`) };
  };
  const middle = (panel, at, log) => {
    const xs = panel.lines.flatMap((line) => [line.x[0], line.x[line.x.length - 1]]);
    const scale = log ? Math.log : Number;
    return scale(at) > (scale(Math.min(...xs)) + scale(Math.max(...xs))) / 2;
  };

  // ---------------------------------------------------------------- legend
  // Groups of entries, each with a heading: of panels that have the same lines; no heading where all have.
  const groups = (chart) => {
    if (chart.kind === "dots") return [["", chart.series]];
    if (chart.kind === "winners") return [["", winning(chart)]];
    if (chart.kind !== "lines") return [];
    const names = (panel) => panel.lines.map((line) => line.name).sort().join("\n");
    return chart.legends.map((i) => {
      const alike = chart.panels.filter((panel) => names(panel) === names(chart.panels[i]));
      const found = new Map(alike.flatMap((panel) => panel.lines).map((line) => [line.name, line]));
      return [alike.length < chart.panels.length ? alike.map((panel) => panel.title).join(", ") : "", [...found.values()]];
    });
  };
  const shapes = { // of the symbols that dots have, ten units wide
    circle: "M5 1a4 4 0 1 0 .01 0z", square: "M1 1h8v8h-8z", "triangle-up": "M5 1l4.4 8h-8.8z",
  };
  const swatch = (entry, dots) => {
    const ns = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(ns, "svg");
    const width = dots ? 10 : 34;
    svg.setAttribute("viewBox", `0 0 ${width} 10`);
    svg.setAttribute("width", width);
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(ns, "path");
    path.setAttribute("d", dots ? shapes[entry.symbol] : "M0 5h34");
    path.setAttribute(dots ? "fill" : "stroke", entry.colour === "#000000" ? "currentColor" : entry.colour);
    if (!dots && entry.dash !== "solid") path.setAttribute("stroke-dasharray", entry.dash.replaceAll("px", ""));
    svg.append(path);
    return svg;
  };
  const legend = (figure, state) => {
    const box = figure.querySelector(".legend");
    const add = (entry) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", "true");
      button.title = "Click to hide or show";
      button.append(swatch(entry, state.chart.kind !== "lines"), entry.name);
      button.addEventListener("click", () => {
        const hide = !state.hidden.delete(entry.name);
        if (hide) state.hidden.add(entry.name);
        for (const other of box.querySelectorAll("button")) {
          if (other.textContent === entry.name) other.setAttribute("aria-pressed", String(!hide));
        }
        const plot = figure.querySelector(".plot");
        const which = plot.data.flatMap((trace, i) => (trace.name === entry.name ? [i] : []));
        Plotly.restyle(plot, { visible: !hide }, which);
      });
      box.append(button);
    };
    for (const [words, members] of groups(state.chart)) {
      if (words) {
        const head = document.createElement("b");
        head.textContent = words;
        box.append(head);
      }
      members.forEach(add);
    }
  };

  // ---------------------------------------------------------------- drawing, when a figure comes into sight
  // Named one by one: among the usual ones is a button that would send the figure elsewhere.
  const tools = [["toImage"], ["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d"]];
  let loading = null;
  const library = () => {
    loading ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = "plotly.min.js";
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
    return loading;
  };
  const render = (figure) => {
    const { chart, hidden } = drawn.get(figure);
    const { traces, layout } = kinds[chart.kind](chart, theme());
    for (const trace of traces) if (hidden.has(trace.name)) trace.visible = false;
    const config = { responsive: true, displaylogo: false, modeBarButtons: tools };
    return Plotly.react(figure.querySelector(".plot"), traces, layout, config);
  };
  const show = async (figure) => {
    if (drawn.has(figure)) return;
    const state = { chart: JSON.parse(figure.querySelector("script").textContent), hidden: new Set() };
    drawn.set(figure, state);
    try {
      await library();
    } catch (missing) {
      return; // without the library the picture stays
    }
    figure.classList.add("live");
    legend(figure, state);
    await render(figure);
  };
  const again = () => drawn.forEach((_, figure) => figure.classList.contains("live") && render(figure));
  const sight = new IntersectionObserver((seen) => {
    for (const one of seen) {
      if (!one.isIntersecting) continue;
      sight.unobserve(one.target);
      show(one.target);
    }
  }, { rootMargin: "300px" });
  document.querySelectorAll("figure.chart").forEach((figure) => sight.observe(figure));
  narrow.addEventListener("change", again);

  // ---------------------------------------------------------------- light and dark
  const button = document.getElementById("theme");
  const name = () => { button.textContent = isDark() ? "☀ Light" : "☾ Dark"; };
  button.hidden = false;
  name();
  button.addEventListener("click", () => {
    root.style.colorScheme = isDark() ? "light" : "dark";
    try { localStorage.setItem("begreedy-theme", root.style.colorScheme); } catch (refused) { /* not kept, then */ }
    name();
    again();
  });
  system.addEventListener("change", () => { name(); again(); });

  // ---------------------------------------------------------------- where the reader is
  const links = new Map([...document.querySelectorAll("nav a[href^='#']")].map((a) => [a.hash.slice(1), a]));
  const place_of = new IntersectionObserver((seen) => {
    for (const one of seen) {
      if (!one.isIntersecting) continue;
      links.forEach((a) => a.removeAttribute("aria-current"));
      links.get(one.target.id)?.setAttribute("aria-current", "location");
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  links.forEach((_, id) => { const part = document.getElementById(id); if (part) place_of.observe(part); });

  // ---------------------------------------------------------------- whoever comes for a claim wants its reason
  const unfold = () => {
    const part = document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();

  // ---------------------------------------------------------------- on paper: pictures, and nothing folded away
  const pictures = () => document.querySelectorAll("img[loading]").forEach((image) => { image.loading = "eager"; });
  addEventListener("load", () => setTimeout(pictures, 1500)); // what was replaced before it was loaded may be printed
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach((part) => { part.open = true; });
    pictures();
  });
  addEventListener("afterprint", () => opened.forEach((part) => { part.open = false; }));
})();

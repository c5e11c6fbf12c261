import pytest, time
from playwright.sync_api import expect
from test_browser_boundaries import _opened,_point,_act,GAP,REQUIRED
pytestmark=[pytest.mark.browser,pytest.mark.model]
def test_dbg(window):
    _opened(window)
    _point(window, GAP)
    _act(window, "Add a boundary")
    window.when(f"{REQUIRED}?.[0] === {GAP}")
    assert GAP in window.store("[...store.tune.chunking.cuts.offsets]")
    window.type_value("Threshold", "0.2")
    window.curve_says("threshold 0.20")
    window.choose("Strategy", "paragraph")
    window.when("store.tune.chunking.form.strategy === 'paragraph'")
    expect(window.page.locator(".view.sidebar .agreement")).to_contain_text("1 manual boundary, 0 forbidden")
    print('BEFORE', window.store("store.details?.agreement"), window.store("store.details?.strategy"), window.store("store.status"))
    agreement = window.page.locator(".view.sidebar .agreement")
    agreement.get_by_role("button", name="Remove all manual boundaries").click()
    time.sleep(4)
    print('AFTER', window.store("store.details?.agreement"), window.store("store.details?.strategy"), window.store("store.tune.chunking.marks"), window.store("store.status"))
    print('HIDDEN', agreement.is_hidden()); window.page.screenshot(path='/tmp/dbg.png')
    assert 0

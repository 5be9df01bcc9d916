import { GoogleMap, OVERLAY_MOUSE_TARGET, OverlayViewF, PolylineF } from "@react-google-maps/api";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { googleScript } from "@/lib/places/googleScript";
import { LAST_ZOOM, type MapArea } from "@/lib/map/mapAnswers";
import { extentOf } from "../startView";
import { ClusterMark } from "../view/ClusterMark";
import {
  covers,
  MIN_ZOOM,
  withMargin,
  type MapControls,
  type MapViewProps,
  type RenderMap,
} from "../view/viewport";
import { StopMark } from "../view/RouteLine";

const OPTIONS: google.maps.MapOptions = {
  disableDefaultUI: true,
  gestureHandling: "cooperative", // the wheel alone scrolls the page
  minZoom: MIN_ZOOM,
  maxZoom: LAST_ZOOM,
};

/** Loads Google's map, with the same marks as the embedded one. */
export async function loadGoogleMap(): Promise<RenderMap> {
  await googleScript.load();
  return (props) => <GoogleMapView {...props} />;
}

function GoogleMapView({
  start,
  clusters,
  open,
  route,
  onArea,
  onOpen,
  onRest,
  controls,
}: MapViewProps) {
  const [map, setMap] = useState<google.maps.Map | null>(null);
  const [beginning] = useState(start); // a new object would move the map back to it
  const reported = useRef<MapArea | null>(null);

  const tell = () => {
    const area = map && areaOf(map);
    if (area === null || (reported.current !== null && covers(reported.current, area))) return;
    reported.current = withMargin(area);
    onArea(reported.current);
  };
  const rest = () => {
    const centre = map?.getCenter();
    tell();
    if (map && centre) onRest({ lat: centre.lat(), lng: centre.lng(), zoom: map.getZoom() ?? 0 });
  };

  useImperativeHandle<MapControls | null, MapControls | null>(
    controls,
    () =>
      map === null
        ? null
        : {
            look: ({ lat, lng, zoom }) => {
              map.setCenter({ lat, lng });
              map.setZoom(zoom);
            },
            zoomBy: (steps) => map.setZoom((map.getZoom() ?? 0) + steps),
            fit: (extent, maxZoom) => {
              map.fitBounds(extent, 64);
              if ((map.getZoom() ?? 0) > maxZoom) map.setZoom(maxZoom);
            },
          },
    [map],
  );

  useEffect(() => {
    const box = extentOf(route);
    if (box !== null) map?.fitBounds(box, 64);
  }, [map, route]);

  return (
    <GoogleMap
      mapContainerClassName="size-full"
      center={beginning}
      zoom={beginning.zoom}
      options={OPTIONS}
      onLoad={setMap}
      onBoundsChanged={tell}
      onIdle={rest}
    >
      {route.length > 0 && <PolylineF path={[...route]} options={{ strokeOpacity: 0.8 }} />}
      {clusters.map((cluster) => (
        <OverlayViewF
          key={`${cluster.lat},${cluster.lng}`}
          position={cluster}
          mapPaneName={OVERLAY_MOUSE_TARGET}
        >
          <ClusterMark
            cluster={cluster}
            isOpen={open?.lat === cluster.lat && open.lng === cluster.lng}
            onOpen={onOpen}
          />
        </OverlayViewF>
      ))}
      {route.map((stop) => (
        <OverlayViewF key={stop.number} position={stop} mapPaneName={OVERLAY_MOUSE_TARGET}>
          <StopMark stop={stop} />
        </OverlayViewF>
      ))}
    </GoogleMap>
  );
}

/**
 * Null before the map has bounds. A map that contains the date line is treated as showing all
 * longitudes.
 */
function areaOf(map: google.maps.Map): MapArea | null {
  const [bounds, zoom] = [map.getBounds(), map.getZoom()];
  if (bounds === undefined || zoom === undefined) return null;
  const { west, south, east, north } = bounds.toJSON();
  const isWhole = west > east;
  return {
    west: isWhole ? -180 : west,
    east: isWhole ? 180 : east,
    south,
    north,
    zoom: Math.floor(zoom),
  };
}
